#!/bin/sh
# Agent chain in a shell: each step reads the answer of the previous one from stdin.
#
#   npm run example -- agent-chain.sh                              on the simulator, free
#   npm run example -- agent-chain.sh --claude "Why is it slow?"   with your own claude, in the current folder
#
# --quiet prints only the answer, and --file - appends stdin to the prompt. A failed step exits with a code other than 0, and -e
# ends the chain before the next step costs anything.
set -eu

task="${1:-Users are logged out after five minutes.}"

cause=$(unspool run --quiet --permission plan "Find the cause of this problem in the code: $task")
echo "cause:  $cause"

plan=$(echo "$cause" | unspool run --quiet --file - "Write a plan with at most three steps that solves this.")
echo "plan:   $plan"

report=$(printf '%s\n' "$cause" "$plan" | unspool run --quiet --model haiku --file - "Sum up for the team lead.")
echo "report: $report"
