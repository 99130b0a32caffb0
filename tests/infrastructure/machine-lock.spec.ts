import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { withMachineLock, lockHolder, tryLock } from '../../infrastructure/machine-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'garbo-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const module = new URL('../../infrastructure/machine-lock.ts', import.meta.url).href

describe('a machine-wide lock', () => {
  it('has one holder at a time, whatever path names the resource', async () => {
    const path = join(folder, 'a', 'thing')
    const lock = await tryLock(path)
    symlinkSync(join(folder, 'a'), join(folder, 'link'))
    expect(await tryLock(path)).toBeNull()
    expect(await tryLock(join(folder, 'link', 'thing'))).toBeNull()
    expect(await lockHolder(path)).toBe(process.pid)
    const other = await tryLock(`${path}2`)
    await other?.release()
    await lock?.release()
    const again = await tryLock(path)
    expect(again).not.toBeNull()
    await again?.release()
    expect(await lockHolder(path)).toBeNull()
  })

  it('is released when its holder is killed', async () => {
    const path = join(folder, 'b')
    const script = `const { tryLock } = await import('${module}')
      if (await tryLock('${path}')) process.stdout.write('locked'); setInterval(() => 0, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    expect(await tryLock(path)).toBeNull()
    expect(await lockHolder(path)).toBe(child.pid)
    child.kill('SIGKILL')
    await once(child, 'close')
    const lock = await tryLock(path)
    expect(lock).not.toBeNull()
    await lock?.release()
  })

  it('can be waited for: two tasks never run at once, and a failed task releases it', async () => {
    const path = join(folder, 'c')
    let running = 0
    let mostRunning = 0
    const work = async (n: number) => {
      mostRunning = Math.max(mostRunning, ++running)
      await pause(2)
      running--
      if (n === 3) throw new Error('three')
      return n
    }
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => withMachineLock(path, () => work(n))))
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
    ).toEqual([1, 2, 'Error: three', 4, 5])
    expect(mostRunning).toBe(1)
  })
})
