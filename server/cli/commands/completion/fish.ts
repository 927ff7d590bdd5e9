import type { CommandOption } from '../../../terminal/options/option.ts';
import { argumentOf, shortHelp, type DescribedCommand } from './described.ts';

/** Completion for fish, with what each option means beside it. */
export function fishScript(commands: readonly DescribedCommand[]): string {
  return `# Completion of roundtrip for fish: roundtrip completion fish | source
complete -c roundtrip -f
${commands.map(({ name, summary }) => `complete -c roundtrip -n __fish_use_subcommand -a ${name} -d ${inFish(summary)}`).join('\n')}
${commands.flatMap(own).join('\n')}
`;
}

function own({ name, options, operands }: DescribedCommand): string[] {
  const start = `complete -c roundtrip -n '__fish_seen_subcommand_from ${name}'`;
  return [
    ...options.map((option) => `${start} ${flags(option)} -d ${inFish(shortHelp(option))}`),
    ...(operands === 'files'
      ? [`${start} -F`]
      : operands
        ? [`${start} -a ${inFish(operands.join(' '))}`]
        : []),
  ];
}

function flags(option: CommandOption): string {
  const names = `${option.short === undefined ? '' : `-s ${option.short} `}-l ${option.name}`;
  const argument = argumentOf(option);
  switch (argument.type) {
    case 'none':
      return names;
    case 'anything':
      return `${names} -x`;
    case 'files':
      return `${names} -r -F`;
    case 'choices':
      return `${names} -x -a ${
        argument.several
          ? inFish(`(__fish_complete_list , "printf '%s\\n' ${argument.words.join(' ')}")`)
          : inFish(argument.words.join(' '))
      }`;
  }
}

/** In single quotes, where fish reads \\' and \\\\. */
const inFish = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
