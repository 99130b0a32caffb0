import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const built = `${root}dist/web`
const sources = ['web/app', 'web/contract', 'vite.config.ts', 'package-lock.json']

/** The folder of the built screens; built first when it is missing or older than its sources. */
export const screensFolder = async (tell: (line: string) => void): Promise<string> => {
  if (isFresh()) return built
  tell('Building the screens…')
  const { build } = await import('vite')
  await build({ root: `${root}web/app`, configFile: `${root}vite.config.ts`, logLevel: 'warn' })
  return built
}

const isFresh = (): boolean => {
  const index = `${built}/index.html`
  if (!existsSync(index)) return false
  const builtAt = statSync(index).mtimeMs
  return sources.every((source) => !existsSync(root + source) || latestChange(root + source) <= builtAt)
}

const latestChange = (path: string): number => {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...files.map((file) => statSync(`${file.parentPath}/${file.name}`).mtimeMs))
}
