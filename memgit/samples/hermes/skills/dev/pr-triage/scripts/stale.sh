#!/bin/sh
# Branches whose last commit is older than DAYS (default 7), oldest first.
set -eu
days=${1:-7}
limit=$(($(date +%s) - days * 86400))
git for-each-ref --sort=committerdate --format='%(committerdate:unix) %(refname:short)' refs/remotes |
    while read -r when name; do
        [ "$when" -ge "$limit" ] || echo "$name"
    done
