/**
 * The script for bash. The library's own script needs the package bash-completion, evaluates what was typed, and
 * cannot be sourced twice. This one asks the same question.
 */
export const bashCompletion = `# bash completion for lead-sandbox
_lead_sandbox() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    [[ $word == :* ]] || COMPREPLY+=("$word")
  done < <(lead-sandbox complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _lead_sandbox lead-sandbox
`;
