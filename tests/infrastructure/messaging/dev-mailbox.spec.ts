import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../../../application/ports/mail.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { newId } from '../../../infrastructure/clock-and-ids.ts'
import { devMailbox, type DevMailbox } from '../../../infrastructure/messaging/messengers.ts'

const at = '2026-05-04T10:00:00.000Z' as Instant
let folder: string
let file: string
let mailbox: DevMailbox
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'garbo-mailbox-'))
  file = join(folder, 'home', 'outbox.jsonl')
  mailbox = devMailbox({ file, clock: () => at, newId })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const welcome = (n: number, changes: Partial<Message> = {}): Message => ({
  channel: 'email',
  to: 'giulia@example.it',
  subject: `Benvenuta ${n}`,
  text: 'riga uno\nriga due\u2028"è"',
  key: `welcome-${n}`,
  ...changes,
})
const subjects = async (filter?: { readonly to: string }) => (await mailbox.list(filter)).map(({ subject }) => subject)
const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n')

describe('the development mailbox', () => {
  it('lists sent messages, newest first, unchanged', async () => {
    expect(await mailbox.list()).toEqual([])
    await mailbox.send(welcome(1))
    await mailbox.send(welcome(2, { channel: 'sms', to: '+39061234567' }))
    const { key: _, ...message } = welcome(1)
    expect(await mailbox.list({ to: 'giulia@example.it' })).toEqual([
      { id: expect.any(String) as string, at, ...message },
    ])
    expect(await subjects()).toEqual(['Benvenuta 2', 'Benvenuta 1'])
    expect(await subjects({ to: 'nobody' })).toEqual([])
    expect(new Set((await mailbox.list()).map(({ id }) => id)).size).toBe(2)
  })

  it('stores the first message of a key only, from any process', async () => {
    const other = devMailbox({ file, clock: () => at, newId })
    await mailbox.send(welcome(1))
    await mailbox.send(welcome(1))
    await other.send(welcome(1, { subject: 'other' }))
    await Promise.all([mailbox.send(welcome(2)), other.send(welcome(2)), mailbox.send(welcome(2))])
    expect(await subjects()).toEqual(['Benvenuta 2', 'Benvenuta 1'])
  })

  it('is readable by its owner only: it contains addresses and codes', async () => {
    await mailbox.send(welcome(1))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, '{"torn')
    await mailbox.send(welcome(2))
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('lists the last thousand messages, and writes its file anew only after as many more', async () => {
    const earlier = Array.from({ length: 1_999 }, (_, n) => JSON.stringify({ ...welcome(n), id: `${n}`, at }))
    await mailbox.list()
    writeFileSync(file, `${earlier.join('\n')}\n`)
    for (const [n, kept] of [
      [1_999, 2_000],
      [2_000, 1_000],
      [2_001, 1_001],
    ] as const) {
      await mailbox.send(welcome(n))
      expect(lines()).toHaveLength(kept)
    }
    const remaining = await subjects()
    expect(remaining).toHaveLength(1_000)
    expect([remaining[0], remaining.at(-1)]).toEqual(['Benvenuta 2001', 'Benvenuta 1002'])
  })

  it('forgets all messages to an address or number, and no others', async () => {
    await mailbox.forget(['giulia@example.it'])
    expect(await mailbox.list()).toEqual([])
    await mailbox.send(welcome(1))
    await mailbox.send(welcome(2, { channel: 'sms', to: '+39061234567' }))
    await mailbox.send(welcome(3, { to: 'anna.giulia@example.it' }))
    await mailbox.send(welcome(4))
    await mailbox.forget(['giulia@example.it', '+39061234567'])
    expect(await subjects()).toEqual(['Benvenuta 3'])
    expect(lines().filter((line) => line.includes('Benvenuta 4'))).toEqual([])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('survives a writer that was killed in the middle of a line', async () => {
    await mailbox.send(welcome(1))
    appendFileSync(file, '{"id":"x","key":"welc')
    expect(await subjects()).toEqual(['Benvenuta 1'])
    await mailbox.send(welcome(2))
    await mailbox.send(welcome(3))
    expect(await subjects()).toEqual(['Benvenuta 3', 'Benvenuta 2', 'Benvenuta 1'])
    for (const line of lines()) expect(() => JSON.parse(line) as unknown).not.toThrow()
  })

  it('neither loses nor duplicates messages when several processes write', async () => {
    const script = fileURLToPath(new URL('send-many.ts', import.meta.url))
    const names = ['anna', 'berto', 'carla']
    const children = names.map((name) => spawn(process.execPath, [script, file, name, '25'], { stdio: 'inherit' }))
    expect(await Promise.all(children.map(async (child) => (await once(child, 'close'))[0] as number))).toEqual([
      0, 0, 0,
    ])
    const all = await mailbox.list()
    expect(all.filter(({ channel }) => channel === 'email')).toHaveLength(75)
    const codes = all.flatMap(({ channel, text }) => (channel === 'sms' ? [text] : []))
    expect(new Set(codes)).toEqual(new Set(Array.from({ length: 25 }, (_, n) => `codice ${n}`)))
    expect(codes).toHaveLength(25)
    for (const name of names)
      expect(all.flatMap(({ subject }) => (subject.startsWith(name) ? [subject] : [])).toReversed()).toEqual(
        Array.from({ length: 25 }, (_, n) => `${name} ${n}`),
      )
  })
})
