import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const guide = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8')

/** The block of code under a heading of docs/audit.md, in the given language. */
export const blockOf = (heading: string, language: string): string => {
  const section = guide.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const block = new RegExp('^```' + language + '\\n([\\s\\S]*?)^```$', 'm').exec(section)?.[1]
  if (block === undefined) throw new Error(`docs/audit.md has no ${language} under “${heading}”`)
  return block
}

export interface SavedAnswers {
  readonly keys: unknown
  readonly checkpoints: unknown
  readonly proof: unknown
  readonly consistency: unknown
}

/** What the commands of the guide print in a folder with these answers of the API. */
const inFolderWith = (answers: SavedAnswers, run: (cwd: string) => string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-audit-guide-'))
  try {
    for (const [name, answer] of Object.entries(answers))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(answer))
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a program prints; if it fails without a word, why. */
const printedBy = (file: string, args: readonly string[], cwd: string): string => {
  try {
    return execFileSync(file, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    return stdout === '' ? stderr : stdout
  }
}

/** Runs the script of the guide. */
export const runScript = (answers: SavedAnswers): string =>
  inFolderWith(answers, (cwd) => {
    writeFileSync(join(cwd, 'check.mjs'), blockOf('A script', 'js'))
    return printedBy(process.execPath, ['check.mjs'], cwd)
  })

/** Runs the commands of the guide, with OpenSSL. */
export const runCommands = (answers: SavedAnswers): string =>
  inFolderWith(answers, (cwd) => printedBy('bash', ['-c', blockOf('By hand', 'sh')], cwd))
