import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of the working tree with uncommitted files, for tests that change sources; dependencies are linked. */
export const scratchCheckout = (...under: readonly string[]) => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'garbo-checkout-'))
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...under]
  for (const file of execFileSync('git', listed, { encoding: 'utf8' }).split('\n').filter(Boolean))
    if (existsSync(file)) cpSync(file, join(folder, file))
  symlinkSync(realpathSync('node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
