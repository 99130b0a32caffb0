import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Config } from './config.ts'
import { OperatorError, reasonOf } from '../operator-error.ts'
import { apiLogger } from '../../web/api/logging.ts'
import { startGarbo } from './garbo.ts'

const projectRoot = fileURLToPath(new URL('../../', import.meta.url))
const outputFolder = `${projectRoot}dist/web`
const sources = [
  'web/app',
  'web/contract',
  'vite.config.ts',
  'infrastructure/tooling/precompress.ts',
  'package-lock.json',
]

/** Builds the web app if it is missing or older than its sources; resolves to its folder. */
const ensureWebAppBuilt = async (print: (line: string) => void): Promise<string> => {
  if (isFresh()) return outputFolder
  print('Building the web app…')
  const { build } = await import('vite')
  const options = {
    root: `${projectRoot}web/app`,
    configFile: `${projectRoot}vite.config.ts`,
    logLevel: 'warn',
  } as const
  await build({ ...options, build: { ssr: 'render.tsx' } })
  await build(options)
  return outputFolder
}

const isFresh = (): boolean => {
  const index = `${outputFolder}/index.html`
  if (!existsSync(index) || !existsSync(`${projectRoot}dist/pages/render.js`)) return false
  const builtAt = statSync(index).mtimeMs
  return sources.every((source) => !existsSync(projectRoot + source) || latestChangeMs(projectRoot + source) <= builtAt)
}

const latestChangeMs = (path: string): number => {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...files.map((file) => statSync(`${file.parentPath}/${file.name}`).mtimeMs))
}

/** The process exits after this time even if shutdown has not completed. */
const graceMs = 4_500

const usage = `Usage: npm start [-- --api-only]

  --api-only  leave out the web app, which is then neither built nor served; the worker runs unless GARBO_ROLE=api`

/** Reads the arguments of the command line; the usage if help is requested. */
export const readArguments = (args: readonly string[]): { readonly apiOnly: boolean } | { readonly usage: string } => {
  const options = { 'api-only': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    return values.help ? { usage } : { apiOnly: values['api-only'] }
  } catch (error) {
    throw new OperatorError(`${reasonOf(error)}\n\n${usage}`)
  }
}

export interface ServeOptions {
  readonly config: Config
  /** Leaves out the web app; API and worker run as `GARBO_ROLE` says. */
  readonly apiOnly?: boolean
  /** Runs before startup; `signal` aborts when the process is asked to stop. */
  readonly beforeStart?: (signal: AbortSignal) => Promise<void>
  readonly onReady?: () => void
}

/** Runs until SIGTERM or SIGINT, or until the embedded Postgres exits. */
const serve = async ({ config, apiOnly = false, beforeStart, onReady }: ServeOptions): Promise<void> => {
  const servesWebApp = config.GARBO_ROLE !== 'worker' && !apiOnly
  const webAppFolder = servesWebApp ? await ensureWebAppBuilt((line) => console.log(line)) : null
  const logger = apiLogger(config.LOG_LEVEL)
  // A defect in one request or reader, which would otherwise end the work of all others.
  process.on('unhandledRejection', (err) => logger.error({ err }, 'a rejected promise was not handled'))
  const stopping = new AbortController()
  const { signal } = stopping
  const starting = (async () => {
    await beforeStart?.(signal)
    return signal.aborted ? null : startGarbo({ config, webAppFolder, logger })
  })()
  const stop = () => {
    if (signal.aborted) return
    stopping.abort()
    setTimeout(() => process.exit(1), graceMs).unref()
    void starting
      .then((garbo) => garbo?.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const garbo = await starting
  if (garbo === null) return
  void garbo.ended.then(() => {
    if (signal.aborted) return
    console.error('The embedded Postgres has exited; restart Garbo.')
    process.exit(1)
  })

  if (config.GARBO_ROLE === 'both') await garbo.ready()
  console.log(readyText({ address: garbo.address, apiOnly, origin: config.GARBO_ORIGIN }))
  onReady?.()
}

interface Serving {
  /** Null for a worker. */
  readonly address: string | null
  readonly apiOnly: boolean
  /** The configured public address; with `--api-only`, the web app's. */
  readonly origin: string | undefined
}

/** Ends with the address to open in a browser, if there is one. */
export const readyText = ({ address, apiOnly, origin }: Serving): string => {
  if (address === null) return 'The Garbo worker is running.'
  if (!apiOnly) return `Garbo is ready: ${address}`
  return `API is ready: ${address}${origin === undefined ? '' : `\nOpen ${origin}`}`
}

/** Prints the usage if help is requested; prints the error and exits with 1 if startup fails. */
export const serveOrExit = async (serving: () => ServeOptions | { readonly usage: string }): Promise<void> => {
  try {
    const options = serving()
    if ('usage' in options) console.log(options.usage)
    else await serve(options)
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exit(1)
  }
}
