import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../../infrastructure/audit/tree/checkpoint-note.ts'
import { parseSigner, parseVerifierKey, signerText } from '../../../infrastructure/audit/tree/cosignatures.ts'
import { runWitness, type WitnessOptions } from '../../../infrastructure/audit/witness.ts'
import { isWitnessLine } from '../../support/audit/rfc9162.ts'
import { shownLog } from '../../support/audit/shown-log.ts'
import { knownSigner, verifierKeyOf } from '../../support/audit/test-witness.ts'
import { waitUntil } from '../projections/reader-process.ts'
import { witnessFile } from './witness-file.ts'

type Log = ReturnType<typeof shownLog>
const signer = knownSigner('witness.example/w1', 7)

/** A witness of a log, with what it has printed. */
const witnessOf = (log: Log, file = witnessFile(signer), more: Partial<WitnessOptions> = {}) => {
  const printed: string[] = []
  const warned: string[] = []
  const options: WitnessOptions = {
    from: 'https://garbo.example',
    file,
    name: 'witness.example/new',
    print: (line) => printed.push(line),
    warn: (line) => warned.push(line),
    fetch: log.fetch,
    pauseMs: 5,
    ...more,
  }
  return {
    file,
    printed,
    warned,
    look: () => runWitness({ ...options, once: true }, new AbortController().signal),
    run: (signal: AbortSignal) => runWitness(options, signal),
    memory: () => (existsSync(file) ? readFileSync(file, 'utf8') : null),
  }
}
/** A witness that has seen a log of ten events. */
const witnessOfTen = async () => {
  const log = shownLog()
  log.append(10)
  const witness = witnessOf(log)
  await witness.look()
  return { log, witness }
}

describe('a witness (D-15)', () => {
  it('cosigns the newest checkpoint as C2SP defines it, checked here without our code', async () => {
    const { log } = await witnessOfTen()
    expect(log.posted.map(({ treeSize }) => treeSize)).toEqual([10])
    const text = log.note().split('\n\n')[0] + '\n'
    const line = log.posted[0]?.line ?? ''
    expect(isWitnessLine(line, text, signer.name, publicKeyOf(signer.seed))).toBe(true)
    expect(isWitnessLine(line, text.replace('\n10\n', '\n11\n'), signer.name, publicKeyOf(signer.seed))).toBe(false)
    const seconds = Number(Buffer.from(line.split(' ')[2] ?? '', 'base64').readBigUInt64BE(4))
    expect(Math.abs(seconds - Date.now() / 1_000)).toBeLessThan(5)
  })

  it('accepts and cosigns a log that goes on, from any size to any other', async () => {
    const log = shownLog()
    const witness = witnessOf(log)
    for (let size = 1; size <= 40; size += 1 + (size % 4)) {
      log.append(size - log.posted.reduce((most, { treeSize }) => Math.max(most, treeSize), 0))
      await witness.look()
    }
    expect(log.posted.length).toBeGreaterThan(10)
    expect(log.posted.at(-1)?.treeSize).toBeGreaterThan(30)
  })

  it('remembers a checkpoint before it signs it', async () => {
    const { log, witness } = await witnessOfTen()
    const remembered: (string | null)[] = []
    log.append(5)
    log.onPost(() => {
      remembered.push(witness.memory())
      return new Response(null, { status: 204 })
    })
    await witness.look()
    expect(remembered[0]).toContain(JSON.stringify(log.note()))
  })

  it('does not sign twice what is published, but signs again what is not', async () => {
    const { log, witness } = await witnessOfTen()
    await witness.look()
    expect(log.posted).toHaveLength(1)
    log.append(1)
    log.onPost(() => Response.json({ message: 'no' }, { status: 400 }))
    await witness.look()
    expect(witness.warned.join()).toContain('does not publish this cosignature: no')
    log.onPost(() => new Response(null, { status: 204 }))
    await witness.look()
    expect(log.posted.map(({ treeSize }) => treeSize)).toEqual([10, 11, 11])
  })

  it('creates a key at its first start, which only its owner can read, and prints how to know it', async () => {
    const witness = witnessOf(shownLog(), witnessFile())
    await witness.look()
    expect(statSync(`${witness.file}.key`).mode & 0o777).toBe(0o600)
    const printed = witness.printed[0]?.replace('Verifier key of this witness: ', '') ?? ''
    expect(parseVerifierKey(printed)).toMatchObject({ name: 'witness.example/new' })
    await witness.look()
    expect(witness.printed.filter((line) => line.includes(printed))).toHaveLength(2)
    expect(witness.printed).toContain('The log has no checkpoint yet.')
  })

  it('accepts a further key of the log once the one before has ended', async () => {
    const { log, witness } = await witnessOfTen()
    log.rotateKey('2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z')
    log.append(1)
    await witness.look()
    log.rotateKey('2026-07-01T00:00:00.000Z', '2026-07-01T08:00:00.000Z')
    log.append(1)
    await witness.look()
    expect(log.posted.map(({ treeSize }) => treeSize)).toEqual([10, 11, 12])
  })
})

describe('a witness refuses, and remembers what it did (D-15)', () => {
  it.each<readonly [string, (log: Log) => void, string]>([
    ['a log that has become shorter', (log) => log.cut(9), 'shorter: it has 9 events and had 10'],
    ['a log without checkpoints', (log) => log.cut(0), 'shorter: it shows no checkpoint'],
    ['another log of the same size', (log) => log.rewrite(3), 'forked'],
    [
      'a longer log in which an event was changed',
      (log) => {
        log.rewrite(3)
        log.append(7)
      },
      'forked: its 17 events do not begin with the 10',
    ],
    [
      'a log that gives no proof',
      (log) => {
        log.append(1)
        log.shown.proves = false
      },
      'does not prove',
    ],
    [
      'a checkpoint with a changed root',
      (log) => {
        log.append(2)
        log.shown.note = log.note().replace(/\n(\w)/, (_, first: string) => `\n${first === '1' ? '2' : '1'}`)
      },
      'not signed by a key of garbo.example',
    ],
    ['a checkpoint that is none', (log) => void (log.shown.note = 'nota'), 'not signed by a key'],
    ['a log of another name', (log) => void (log.shown.origin = 'altro.example'), 'called altro.example'],
    ['a log whose key was replaced', (log) => log.replaceKey(), 'is not published as it was'],
    [
      'a second key while the first is in use',
      (log) => log.rotateKey('2026-06-01T00:00:00.000Z', '2026-05-31T00:00:00.000Z'),
      'begins before the key',
    ],
  ])('%s', async (_, change, reason) => {
    const { log, witness } = await witnessOfTen()
    const before = witness.memory()
    change(log)
    await expect(witness.look()).rejects.toThrow(reason)
    await expect(witness.run(new AbortController().signal)).rejects.toThrow(reason)
    expect(witness.memory()).toBe(before)
    expect(log.posted).toHaveLength(1)
  })

  it('a memory that it cannot read, rather than trusting the log again', async () => {
    const { log, witness } = await witnessOfTen()
    writeFileSync(witness.file, '{}')
    await expect(witness.look()).rejects.toThrow('is not the memory of a witness')
    expect(log.posted).toHaveLength(1)
  })

  it('a file that does not hold its key', async () => {
    const file = witnessFile()
    writeFileSync(`${file}.key`, 'PRIVATE+KEY+w+00000000+BA==')
    await expect(witnessOf(shownLog(), file).look()).rejects.toThrow('does not contain the key of a witness')
  })
})

describe('a witness that gets no answer (D-15)', () => {
  it.each<readonly [string, () => Response | Promise<Response>]>([
    ['because the network fails', () => Promise.reject(new TypeError('fetch failed'))],
    ['because Garbo is overloaded', () => new Response(null, { status: 503 })],
    ['because it comes too often', () => new Response(null, { status: 429 })],
    ['but a page of a proxy', () => new Response('<html>', { status: 200 })],
  ])('%s tries again, and its memory stays', async (_, failure) => {
    const { log, witness } = await witnessOfTen()
    const before = witness.memory()
    log.append(1)
    log.fail(failure)
    const stopping = new AbortController()
    const running = witness.run(stopping.signal)
    await waitUntil(async () => witness.warned.length > 0)
    expect(witness.memory()).toBe(before)
    log.fail(null)
    await waitUntil(async () => log.posted.length === 2)
    stopping.abort()
    await running
    expect(witness.memory()).not.toBe(before)
  })

  it('fails if it should look once only', async () => {
    const { log, witness } = await witnessOfTen()
    log.fail(() => new Response(null, { status: 500 }))
    await expect(witness.look()).rejects.toThrow('answers 500')
  })
})

describe('the key of a witness', () => {
  it('is read back from its two texts', () => {
    expect(parseSigner(signerText(signer))).toEqual(signer)
    expect(parseVerifierKey(verifierKeyOf(signer))).toEqual({ name: signer.name, publicKey: publicKeyOf(signer.seed) })
  })

  it('has the form and the type that C2SP gives it, unlike a key that signs notes', () => {
    expect(parseVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')).toBeNull()
    const [name, id, ...key] = verifierKeyOf(signer).split('+')
    expect([name, id?.length, Buffer.from(key.join('+'), 'base64')[0]]).toEqual([signer.name, 8, 4])
  })

  it.each(['', 'w', 'w+00000000+BA==', verifierKeyOf(signer).replace('w1+', 'w2+'), `${verifierKeyOf(signer)} `])(
    'is not read from “%s”',
    (text) => expect(parseVerifierKey(text)).toBeNull(),
  )
})
