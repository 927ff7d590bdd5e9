import type { CommandOption } from '../../../terminal/options/option.ts';
import { argumentOf, flagsOf, quoted, shortHelp, type DescribedCommand } from './described.ts';

/** Completion for zsh, with what each option means beside it. */
export function zshScript(commands: readonly DescribedCommand[]): string {
  return `#compdef roundtrip
# Completion of roundtrip for zsh: source <(roundtrip completion zsh), behind compinit
_roundtrip() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
${commands.map(own).join('\n')}
  esac
}
compdef _roundtrip roundtrip
`;
}

function own({ name, options, operands }: DescribedCommand): string {
  const specs = [
    ...options.flatMap(specsOf),
    ...(operands === 'files'
      ? [quoted('*:file:_files')]
      : operands
        ? [quoted(`1:${name}:(${operands.join(' ')})`)]
        : []),
  ];
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')} ;;`;
}

function specsOf(option: CommandOption): string[] {
  const action = actionOf(option);
  const flags = flagsOf(option);
  const others = option.repeatable ? '*' : flags.length > 1 ? `(${flags.join(' ')})` : '';
  const help = shortHelp(option).replace(/[[\]\\:]/g, '\\$&');
  return flags.map((flag) => quoted(`${others}${flag}[${help}]${action}`));
}

function actionOf(option: CommandOption): string {
  const argument = argumentOf(option);
  const label = (option.argument ?? '').replace(/[:\\]/g, '\\$&');
  switch (argument.type) {
    case 'none':
      return '';
    case 'anything':
      return `:${label}: `;
    case 'files':
      return `:${label}:_files`;
    case 'choices':
      return argument.several
        ? `:${label}:_values -s , value ${argument.words.join(' ')}`
        : `:${label}:(${argument.words.join(' ')})`;
  }
}
