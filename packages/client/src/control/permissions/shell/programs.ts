// Programs that run other programs, and how. Each list has rather too many than too few.

export const SHELLS: RegExp =
  /^(?:r?bash|sh|dash|ash|zsh|[mlpo]?ksh|ksh93|loksh|yash|posh|osh|ysh|hush|brush|fish|t?csh|elvish|nu|xonsh)(?:-?\d[\d.]*)?(?:-static)?$/;
/** Each argument of these may begin a command. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    "sudo doas env command builtin exec nohup nice ionice chrt taskset timeout gtimeout time stdbuf unbuffer setsid setpriv " +
    "chroot unshare nsenter strace ltrace busybox toybox runuser su sg script ssh flock watch entr caffeinate systemd-run " +
    "systemd-inhibit firejail bwrap xvfb-run dbus-run-session cpulimit proot fakeroot fakechroot setarch linux32 linux64 " +
    "rlwrap eatmydata numactl coproc noglob nocorrect repeat - docker podman nerdctl kubectl oc lxc npx bunx pnpx npm pnpm " +
    "yarn bun uv uvx poetry pipenv pdm hatch rye tox conda mamba nix nix-shell direnv dotenv aws-vault op doppler chronic " +
    "sponge ts parallel xargs hyperfine perf valgrind at batch tmux screen dtach abduco start-stop-daemon daemonize cgexec " +
    "trap alias hash mapfile readarray complete compgen bind enable fc pkexec gosu su-exec tini dumb-init s6-setuidgid " +
    "catchsegv ld.so ld-linux-x86-64.so.2 sshpass mosh rsh pdsh ansible torsocks proxychains proxychains4 logexec " +
    "prlimit choom runcon capsh i386 x86_64 uname26 jobs chpst softlimit setuidgid envdir faketime rr ifne lckdo setlock " +
    "run-parts watchexec nodemon reflex nq tsp bundle rbenv pyenv nodenv mise asdf volta fnm pixi foreman honcho dotenvx " +
    "chamber wsl distrobox toolbox flatpak snap apptainer singularity srun mpirun mpiexec buildah crictl ctr docker-compose " +
    "limactl multipass vagrant machinectl newgrp xterm sem cmd pwsh powershell corepack deno turbo nx lerna ssh-agent cmake " +
    "prove debconf debconf-apt-progress uclampset coresched ip dbus-launch"
  ).split(" "),
);
/** `ld-linux-aarch64.so.1`, `ld-musl-x86_64.so.1` and the like run the program they are given. */
const LOADER = /^ld[\w-]*\.so(?:\.\d+)*$/;

export function isWrapper(name: string): boolean {
  return WRAPPERS.has(name) || LOADER.test(name);
}

/** Compilers, which run `-wrapper x,y`. */
export const COMPILERS: RegExp = /(?:^|-)(?:gcc|g\+\+|cc|c\+\+|cpp|clang(?:\+\+)?|gfortran)(?:-[\d.]+)?$/;
/** Arguments of these with a space in them are shell code. */
export const CODE_WRAPPERS: ReadonlySet<string> = new Set(
  "ssh mosh rsh su runuser sg script flock watch trap alias parallel entr at batch tmux sem watchexec".split(" "),
);
/** These append unknown words. */
export const APPENDERS: ReadonlySet<string> = new Set(["xargs", "parallel"]);
/** These read commands from their input. */
export const INPUT_READERS: ReadonlySet<string> = new Set(
  "ssh su sudo doas script at batch source . chroot docker kubectl parallel newgrp".split(" "),
);
export const FINDERS: ReadonlySet<string> = new Set(["find", "gfind", "bfs", "fd", "fdfind"]);
export const EXECUTES: RegExp = /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)(?:=|$)/;
/** Their arguments are text, whatever it looks like. */
export const TEXT_PROGRAMS: ReadonlySet<string> = new Set(
  "echo printf grep egrep fgrep rg ag ack cat test [ true false : cd pwd ls jq yq tr cut basename dirname gh glab".split(
    " ",
  ),
);
/** Code of these is only searched for the words of a rule. */
export const INTERPRETERS: RegExp =
  /^(?:python[\d.]*|pypy3?|perl[\d.]*|ruby[\d.]*|node(?:js)?|deno|php[\d.]*|lua[\d.]*|luajit|tclsh|wish|expect|osascript|[gmn]?awk|g?sed|ed|ex|n?vim?|vim|emacs|gdb|lldb|Rscript|R|groovy|jshell|scala|ghci|psql|mysql|sqlite3|g?make|just|man|less|more|tar|zip|rsync)$/;
export const STARTS_PROGRAMS: RegExp =
  /system|exec|spawn|popen|process|shell|command|proc_open|qx|[`|!]|(?<![a-z])e\b/i;
export const MESSAGE_FLAG: RegExp = /^(?:-m|-am|--message|--body|--title|--notes|--grep|--author|--trailer|-S|-G)$/;

/** Options whose value is a program; in these programs the value of any option may be one. */
export const PROGRAM_OPTIONS: ReadonlySet<string> = new Set(
  "tar bsdtar gtar rsync scp sftp sort gsort split gsplit diff3 sdiff man zip socat nc ncat install ginstall".split(
    " ",
  ),
);
export const GIT_PROGRAM_OPTION: RegExp = /^(?:-x|-u|-O|--open\S*|--up\w*-?\w*|--rec\w*-?\w*|--exec|--ext\w*)$/;

/** Variables that name a file of commands, those that a shell expands or runs later, and tables of what a name runs. */
export const COMMAND_FILES: RegExp = /^(?:BASH_ENV|ENV)\+?=/;
export const EXPANDED_LATER: RegExp = /^(?:PS[0-4]|PROMPT_COMMAND)\+?=/;
/** The names of both, where a builtin such as `read` sets them, or `declare -n` stands for them. */
export const LATER_NAME: RegExp = /^(?:\w+=)?(?:BASH_ENV|ENV|PS[0-4]|PROMPT_COMMAND)$/;
export const SETTERS: ReadonlySet<string> = new Set(
  "read printf mapfile readarray getopts declare typeset local".split(" "),
);
/** Variables that name a program which other programs start. */
export const PROGRAM_VARIABLES: RegExp =
  /^(?:GIT_(?:EXTERNAL_DIFF|SSH(?:_COMMAND)?|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|PROXY_COMMAND)|\w*PAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|RSYNC_RSH|S(?:UDO|SH)_ASKPASS)=/;
export const NAME_TABLES: RegExp = /^(?:BASH_CMDS|BASH_ALIASES|aliases|galiases|saliases|functions|commands)\b/;

/** sed runs the line it has read: `e` by itself, and `s/…/…/e`. */
export const SED_RUNS_INPUT: RegExp =
  /(?:^|[;{}\n!$\d/])[ \t]*e[ \t]*(?:$|[;}\n])|s([^\sA-Za-z0-9\\])(?:(?!\1)[^\\]|\\.)*\1(?:(?!\1)[^\\]|\\.)*\1[gpimIM\d]*e/;

/** Whether the program runs a shell that reads its input if it gets no command. */
export function readsCommands(name: string, rest: readonly string[]): boolean {
  switch (name) {
    case "ssh":
      return countOperands(rest, /^-[A-Za-z0-9]*[BbcDEeFIiJLlmOoPpQRSWw]$/) < 2;
    case "chroot":
      return countOperands(rest, /^$/) < 2;
    case "su":
    case "script":
    case "newgrp":
      return !rest.some((word) => /^-[A-Za-z]*c|^--(?:session-)?command/.test(word)) && !isAsked(rest);
    case "sudo":
    case "doas":
      return (
        rest.some((word) => /^-[A-Za-z]*[si]$|^--(?:shell|login)$/.test(word)) &&
        countOperands(rest, /^-[ugpCrtThRD]$/) < 1
      );
    case "at":
    case "batch":
      return !rest.some((word) => /^-[A-Za-z]*[flrdcV]/.test(word));
    default:
      return false;
  }
}

function countOperands(rest: readonly string[], takesValue: RegExp): number {
  let count = 0;
  for (let place = 0; place < rest.length; place++) {
    const word = rest[place] ?? "";
    if (takesValue.test(word)) place++;
    else if (!word.startsWith("-")) count++;
  }
  return count;
}

function isAsked(rest: readonly string[]): boolean {
  return rest.some((word) => /^--(?:help|version)$|^-[hV]$/.test(word));
}
