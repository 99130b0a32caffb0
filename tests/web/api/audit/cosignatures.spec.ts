import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../../../infrastructure/audit/tree/checkpoint-note.ts'
import { cosign } from '../../../../infrastructure/audit/tree/cosignatures.ts'
import { isWitnessLine } from '../../../support/audit/rfc9162.ts'
import { knownSigner, verifierKeyOf } from '../../../support/audit/test-witness.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpClient } from '../../../support/users.ts'
import { waitUntil } from '../../../infrastructure/projections/reader-process.ts'

const [first, second] = [knownSigner('witness.example/w1', 1), knownSigner('witness.example/w2', 2)]
const stranger = knownSigner('witness.example/w1', 3)

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ AUDIT_WITNESSES: [first, second].map(verifierKeyOf).join(', ') })
})
afterAll(() => garbo.stop())

interface Checkpoint {
  readonly treeSize: number
  readonly note: string
  readonly cosignatures: readonly string[]
}
const checkpoints = async () => (await garbo.visitor().get('/api/audit/checkpoints')).body as readonly Checkpoint[]
/** A checkpoint that no other test uses. */
let people = 0
const newCheckpoint = async () => {
  const before = (await checkpoints())[0]?.treeSize ?? 0
  await signUpClient(garbo, `ospite${++people}`)
  return waitUntil(async () => (await checkpoints()).find(({ treeSize }) => treeSize > before))
}
const cosignaturesOf = async (size: number) =>
  (await checkpoints()).find(({ treeSize }) => treeSize === size)?.cosignatures
const textOf = ({ note }: Checkpoint) => note.slice(0, note.indexOf('\n\n') + 1)
const add = (treeSize: unknown, line: unknown) => garbo.visitor().post('/api/audit/cosignatures', { treeSize, line })
const noon = Date.parse('2026-05-04T12:00:00.000Z')

describe('the cosignature of a witness (D-15)', () => {
  it('is shown with its checkpoint, next to those of other witnesses', async () => {
    const checkpoint = await newCheckpoint()
    const lines = [first, second].map((signer) => cosign(textOf(checkpoint), signer, noon))
    for (const line of lines) expect((await add(checkpoint.treeSize, `${line}\n`)).status).toBe(204)
    expect(await cosignaturesOf(checkpoint.treeSize)).toEqual(lines)
    const [line = ''] = (await cosignaturesOf(checkpoint.treeSize)) ?? []
    expect(isWitnessLine(line, textOf(checkpoint), first.name, publicKeyOf(first.seed))).toBe(true)
  })

  it('is kept once, however often it is sent and at whatever time it was made', async () => {
    const checkpoint = await newCheckpoint()
    const line = cosign(textOf(checkpoint), first, noon)
    for (const atMs of [noon, noon, noon + 60_000])
      expect((await add(checkpoint.treeSize, cosign(textOf(checkpoint), first, atMs))).status).toBe(204)
    expect(await cosignaturesOf(checkpoint.treeSize)).toEqual([line])
  })

  it('is rejected unless a known witness signed this checkpoint', async () => {
    const checkpoint = await newCheckpoint()
    const valid = cosign(textOf(checkpoint), first, noon)
    const other = cosign(textOf(checkpoint).replace(/\n\d+\n/, '\n1\n'), first, noon)
    const bytes = Buffer.from(valid.split(' ')[2] ?? '', 'base64')
    const changed = (index: number) =>
      `— ${first.name} ${Buffer.from(bytes.with(index, (bytes[index] ?? 0) ^ 1)).toString('base64')}`
    const lines = [
      cosign(textOf(checkpoint), stranger, noon),
      other,
      // key id, time and signature
      changed(0),
      changed(11),
      changed(75),
      valid.replace('w1', 'w2'),
      `${valid} x`,
      checkpoint.note.trimEnd().split('\n').at(-1) ?? '',
      'firma',
    ]
    for (const line of lines) {
      const { status, body } = await add(checkpoint.treeSize, line)
      expect([line, status, (body as { message: string }).message]).toEqual([
        line,
        400,
        expect.stringContaining('testimone noto'),
      ])
    }
    expect(await cosignaturesOf(checkpoint.treeSize)).toEqual([])
  })

  it('needs a checkpoint of its size', async () => {
    const checkpoint = await newCheckpoint()
    const { status, body } = await add(999_999, cosign(textOf(checkpoint), first, noon))
    expect([status, body]).toMatchObject([404, { message: 'Nessun checkpoint ha questa dimensione.' }])
  })

  it.each([
    ['x', 'linea'],
    [0, 'linea'],
    [1.5, 'linea'],
    [1, ''],
    [1, 7],
    [1, 'x'.repeat(501)],
  ])('is rejected with a size of %s and the line %s', async (treeSize, line) => {
    expect((await add(treeSize, line)).status).toBe(400)
  })
})

describe('the keys of the log (D-15)', () => {
  it('name the witnesses whose cosignatures are accepted', async () => {
    await newCheckpoint()
    const { body } = await garbo.visitor().get('/api/audit/keys')
    const witnesses = [first, second].map((signer) => ({
      name: signer.name,
      keyId: verifierKeyOf(signer).split('+')[1],
      publicKey: publicKeyOf(signer.seed).toString('base64'),
      verifierKey: verifierKeyOf(signer),
    }))
    expect(body).toEqual([expect.objectContaining({ until: null, witnesses })])
  })
})
