import { argumentOf, flagsOf, type DescribedCommand } from './described.ts';

/** Completion for bash 4 and later, and 3.2 of macOS. */
export function bashScript(commands: readonly DescribedCommand[]): string {
  return `# Completion of roundtrip for bash: source <(roundtrip completion bash)
_roundtrip_words() { COMPREPLY=( $(compgen -W "$1" -- "$2") ); }
_roundtrip_list() {
  local before=""
  case "$2" in *,*) before="\${2%,*},";; esac
  COMPREPLY=( $(compgen -P "$before" -W "$1" -- "\${2##*,}") )
}
_roundtrip_files() {
  compopt -o filenames 2>/dev/null
  local IFS=$'\\n'
  COMPREPLY=( $(compgen -f -- "$1") )
}
_roundtrip() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _roundtrip_words "${commands.map(({ name }) => name).join(' ')} help" "$word"
    return
  fi
  case "$command $before" in
${commands.flatMap(behindOptions).join('\n')}
  esac
  case "$command" in
${commands.map(own).join('\n')}
  esac
}
complete -F _roundtrip roundtrip
`;
}

const behindOptions = ({ name, options }: DescribedCommand): string[] =>
  options.flatMap((option) => {
    const argument = argumentOf(option);
    if (argument.type === 'none') return [];
    const pattern = flagsOf(option)
      .map((flag) => `"${name} ${flag}"`)
      .join('|');
    return [`    ${pattern}) ${offer(argument)}return ;;`];
  });

function offer(argument: ReturnType<typeof argumentOf>): string {
  if (argument.type === 'files') return '_roundtrip_files "$word"; ';
  if (argument.type !== 'choices') return '';
  return `${argument.several ? '_roundtrip_list' : '_roundtrip_words'} "${argument.words.join(' ')}" "$word"; `;
}

/** Options where a hyphen was typed; else what the command works on. */
function own({ name, options, operands }: DescribedCommand): string {
  const flags = options.flatMap(flagsOf).join(' ');
  if (operands === undefined) return `    ${name}) _roundtrip_words "${flags}" "$word" ;;`;
  const plain =
    operands === 'files' ? '_roundtrip_files "$word"' : `_roundtrip_words "${operands.join(' ')}" "$word"`;
  return `    ${name}) case "$word" in -*) _roundtrip_words "${flags}" "$word" ;; *) ${plain} ;; esac ;;`;
}
