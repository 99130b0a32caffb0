import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadMasterKey } from '../../../infrastructure/keyring/master-key.ts'
import { readOrCreateSecret } from '../../../infrastructure/secret-file.ts'

const home = mkdtempSync(join(tmpdir(), 'garbo-master-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('the master key', () => {
  it('is accepted in base64, base64url or hex', () => {
    const key = randomBytes(32)
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(Buffer.from(loadMasterKey({ text: ` ${key.toString(form)}\n`, folder: home }))).toEqual(key)
  })

  it.each(['secret', 'a'.repeat(42), 'z'.repeat(64), 'a'.repeat(44)])('rejects %j without repeating it', (text) => {
    const attempt = () => loadMasterKey({ text, folder: home })
    expect(attempt).toThrow('GARBO_MASTER_KEY is not a valid key')
    expect(attempt).not.toThrow(text)
  })

  it('defaults to a file readable by its owner only, created once', () => {
    const folder = join(home, 'new', 'folder')
    const key = loadMasterKey({ folder })
    expect(key).toHaveLength(32)
    expect(readdirSync(folder)).toEqual(['master.key'])
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600)
    expect(loadMasterKey({ folder })).toEqual(key)
    expect(loadMasterKey({ text: readFileSync(join(folder, 'master.key'), 'utf8'), folder: home })).toEqual(key)
  })

  it('is the same when several processes start at the same time', async () => {
    const folder = join(home, 'shared')
    const module = new URL('../../../infrastructure/keyring/master-key.ts', import.meta.url).href
    const script = `const { loadMasterKey } = await import('${module}')
      process.stdout.write(Buffer.from(loadMasterKey({ folder: '${folder}' })).toString('hex'))`
    const keys = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        return (await child.stdout.toArray()).join('')
      }),
    )
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toHaveLength(64)
    expect(readdirSync(folder)).toEqual(['master.key'])
  })

  it('is the one of the other process if that created the file first', () => {
    const path = join(home, 'raced')
    const secret = readOrCreateSecret(path, () => {
      writeFileSync(path, 'theirs')
      return 'ours'
    })
    expect([secret, readFileSync(path, 'utf8')]).toEqual(['theirs', 'theirs'])
  })

  it('is not recreated when its file is damaged', () => {
    writeFileSync(join(home, 'master.key'), 'damaged')
    expect(() => loadMasterKey({ folder: home })).toThrow('master.key is not a valid key')
  })
})
