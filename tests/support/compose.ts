import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'

export interface ComposeService {
  readonly image?: string
  readonly build?: string
  readonly command?: readonly string[]
  readonly user?: string
  readonly read_only?: boolean
  readonly init?: boolean
  readonly restart?: string
  readonly stop_grace_period?: string
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly profiles?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks: readonly string[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly deploy: {
    readonly replicas?: number
    readonly resources: { readonly limits: Readonly<Record<'cpus' | 'memory' | 'pids', string | number | undefined>> }
  }
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

export const composeText = readFileSync('docker-compose.yml', 'utf8')

/** The file as Compose reads it: YAML with merge keys, and variables of the form `${NAME:?message}`. */
export const readCompose = (variables: Readonly<Record<string, string>>): ComposeFile =>
  parse(
    composeText.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
      if (variables[name] === undefined) throw new Error(`${name} is not set`)
      return variables[name]
    }),
    { merge: true },
  ) as ComposeFile

/** Whether this user may create a mount namespace. */
export const canConfine = spawnSync('unshare', ['--mount', 'true']).status === 0

const uid = '65534'
/** Where the image has the application; below a file system that the namespace owns. */
const home = '/run/garbo'

/**
 * Prepares what a container of the image sees: a read-only root, /tmp in memory, the secrets, and the checkout without
 * the files that `.dockerignore` excludes, with the built web app. Then becomes an unprivileged user.
 */
const confineScript = `
set -e
secrets=$1; dist=$2; modules=$3; shift 3
mount -o remount,ro,bind /
mount -t tmpfs -o mode=755 none /run
mkdir /run/secrets ${home}
mount --bind "$secrets" /run/secrets
for entry in $IMAGE_ENTRIES; do
  if [ -d "$entry" ]; then mkdir ${home}/"$entry"; else : > ${home}/"$entry"; fi
  mount --bind "$entry" ${home}/"$entry"
done
mkdir ${home}/node_modules ${home}/dist
mount --bind "$modules" ${home}/node_modules
mount --bind "$dist" ${home}/dist
mount -t tmpfs -o mode=1777 none /tmp
mount -o remount,ro /run
cd ${home}
unset IMAGE_ENTRIES OLDPWD
exec setpriv --reuid ${uid} --regid ${uid} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
`

const imageEntries = () => {
  const excluded = new Set(readFileSync('.dockerignore', 'utf8').split('\n'))
  return readdirSync('.').filter((entry) => !excluded.has(entry))
}

export interface Container {
  readonly env: Readonly<Record<string, string>>
  readonly process: ChildProcess
  readonly output: () => string
  /** Runs a command in another container of the same form; rejects with its output if it fails. */
  readonly exec: (command: readonly string[]) => Promise<string>
  /** Sends SIGTERM; resolves to the exit code. */
  readonly stop: () => Promise<number | null>
}

interface Image {
  /** Folder with one file per secret. */
  readonly secrets: string
  /** Folder of the built web app. */
  readonly dist: string
  /** The installed packages. */
  readonly modules: string
}

/** Starts a command with exactly this environment, and the search path of the image, confined as in a container. */
export const startContainer = (
  { secrets, dist, modules }: Image,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Container => {
  const path = `${home}/node_modules/.bin:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
  const confined = (words: readonly string[]) => [
    '--mount',
    'sh',
    '-c',
    confineScript,
    'sh',
    secrets,
    dist,
    modules,
    ...words,
  ]
  const options = { env: { ...env, PATH: path, IMAGE_ENTRIES: imageEntries().join(' ') } }
  const child = spawn('unshare', confined(command), { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    env,
    process: child,
    output: () => said,
    exec: async (words) => (await promisify(execFile)('unshare', confined(words), options)).stdout,
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}
