import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** The programs that come with an archive. */
export interface VerifierFiles {
  /** For Node, without dependencies. */
  readonly 'verifica.mjs': string
  /** For browsers, without a network. */
  readonly 'verifica.html': string
}

let files: VerifierFiles | null = null

/** The sources next to this file, put together without their types. @rule D-61 */
export const verifierFiles = (): VerifierFiles => {
  files ??= { 'verifica.mjs': nodeProgram(), 'verifica.html': page() }
  return files
}

const sourceOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The module as JavaScript, to be put into one file with those it imports. */
const scriptOf = (name: string): string =>
  stripTypeScriptTypes(sourceOf(name))
    .replaceAll(/^import \{[^}]*\} from '\.\/\w+\.ts'\n/gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')

const check = (): readonly string[] => ['archive.ts', 'zip.ts', 'proofs.ts', 'check.ts'].map(scriptOf)

const nodeProgram = (): string =>
  [
    scriptOf('command.ts'),
    ...check(),
    'const [archive = import.meta.dirname, ...others] = process.argv.slice(2)',
    'const { holds, lines } = await checkPaths(archive, others)',
    "console.log(lines.join('\\n'))",
    'process.exitCode = holds ? 0 : 1',
    '',
  ].join('\n')

const page = (): string => {
  const program = [...check(), scriptOf('page.ts'), 'startPage()'].join('\n')
  return sourceOf('verifica.html').replace('/* program */', () => program)
}
