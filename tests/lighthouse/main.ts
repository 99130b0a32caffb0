import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { emailOf, password, venues } from '../../infrastructure/demo/characters.ts'

/** Goals out of 100, on a simulated phone. */
const goals = { performance: 90, 'best-practices': 100 } as const
type Category = keyof typeof goals
const categories = Object.keys(goals) as Category[]
/** Of which the median counts, as a busy machine slows single runs down. */
const runs = 3

const tool = new URL('tool/package.json', import.meta.url)
const chromePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

/** The parts of lighthouse 13 and its launcher used here; they are installed in `tool/`, where the compiler does not see their types. */
type Lighthouse = (
  url: string,
  options: { readonly port: number; readonly onlyCategories: readonly string[]; readonly logLevel: 'error' },
) => Promise<{ readonly lhr: Report }>
interface Report {
  readonly runtimeError?: { readonly message: string }
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
}
interface Launcher {
  readonly launch: (options: {
    readonly chromePath: string
    readonly chromeFlags: readonly string[]
  }) => Promise<{ readonly port: number; readonly kill: () => void }>
}

/** Outside Garbo's own dependencies. */
const installTool = (): void => {
  const folder = fileURLToPath(new URL('.', tool))
  if (existsSync(join(folder, 'node_modules', 'lighthouse'))) return
  console.log('Installing Lighthouse into tests/lighthouse/tool …')
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

const loadTool = async <A>(name: string): Promise<A> =>
  (await import(pathToFileURL(createRequire(tool).resolve(name)).href)) as A

/** Starts Garbo with its demo data in an empty folder. */
const startDemo = async () => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-lighthouse-'))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, GARBO_HOME: home, PORT: '0', LOG_LEVEL: 'warn' }
  const demo = spawn(process.execPath, ['infrastructure/demo/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(demo, 'exit')
  const stop = async () => {
    demo.kill('SIGTERM')
    await exited
    await rm(home, { recursive: true, force: true })
  }
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    demo.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const ready = /Garbo is ready: (\S+)/.exec(said)?.[1]
      if (ready !== undefined) resolve(ready)
    })
    void exited.then(() => reject(new Error(`The demo did not start:\n${said}`)))
  })
  return { address, stop }
}

/** Path of the first demo venue's page. */
const venuePath = async (address: string): Promise<string> => {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ username: emailOf(venues[0]?.key ?? ''), password }),
  })
  const { user } = (await response.json()) as { readonly user: { readonly id: string } }
  return `/business/${user.id}`
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Scores of a page out of 100: the median of some runs. */
const scoresOf = async (url: string, audit: Lighthouse, port: number): Promise<Readonly<Record<Category, number>>> => {
  const reports: Report[] = []
  for (let run = 0; run < runs; run++) {
    const { lhr } = await audit(url, { port, onlyCategories: categories, logLevel: 'error' })
    if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message)
    reports.push(lhr)
  }
  const scoreOf = (category: Category) =>
    median(reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100)))
  return { performance: scoreOf('performance'), 'best-practices': scoreOf('best-practices') }
}

if (chromePath === undefined) throw new Error('Lighthouse needs Chromium: apt-get install chromium-headless-shell')
installTool()
const { default: audit } = await loadTool<{ readonly default: Lighthouse }>('lighthouse')
const launcher = await loadTool<Launcher>('chrome-launcher')
const demo = await startDemo()
const chrome = await launcher.launch({ chromePath, chromeFlags: ['--headless', '--no-sandbox'] })
try {
  for (const path of ['/', '/login', await venuePath(demo.address)]) {
    const scores = await scoresOf(demo.address + path, audit, chrome.port)
    const missed = categories.filter((category) => scores[category] < goals[category])
    const line = categories
      .map((category) => `${category} ${scores[category]} (at least ${goals[category]})`)
      .join(', ')
    console.log(`${missed.length === 0 ? 'ok  ' : 'FAIL'} ${path}: ${line}`)
    if (missed.length > 0) process.exitCode = 1
  }
} finally {
  chrome.kill()
  await demo.stop()
}
