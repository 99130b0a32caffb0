import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo, waitForMessage } from '../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpClient } from '../../support/users.ts'
import { waitUntil } from '../projections/reader-process.ts'

const addresses = ['revisori@example.it', 'notaio@example.it']
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ AUDIT_ANCHOR_EMAILS: addresses.join(', ') })
})
afterAll(() => garbo.stop())

interface Checkpoint {
  readonly treeSize: number
  readonly rootHash: string
  readonly note: string
}
const newest = async () => ((await garbo.visitor().get('/api/audit/checkpoints?limit=1')).body as Checkpoint[])[0]
const sealed = () =>
  waitUntil(async () => {
    const { rows } = await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')
    const checkpoint = await newest()
    return checkpoint?.treeSize === rows[0]?.n && checkpoint
  })
const sentAt = async () => {
  const timer = `select succeeded_at::text as at from ops.timers where name like '%/anchors'`
  return (await garbo.database.pool.query<{ at: string | null }>(timer)).rows[0]?.at ?? null
}
/** Returns once the timer has looked that day. It would also send a later checkpoint, whose date is not in the future. */
const inDays = async (days: number) => {
  const before = await sentAt()
  await garbo.restart({ GARBO_CLOCK_OFFSET_DAYS: String(days) })
  await waitUntil(async () => (await sentAt()) !== before)
}
const delivered = async (times: number) => {
  const ran = async () =>
    (await garbo.database.pool.query(`select from ops.outbox where queue = 'anchors' and delivered_at is not null`))
      .rowCount === times
  await waitUntil(ran)
}

describe('the last checkpoint of a day (D-15)', () => {
  it('goes to each address in the night after it, once, and not again without a later one', async () => {
    await signUpClient(garbo, 'ana')
    const checkpoint = await sealed()
    expect(await messagesTo(garbo.visitor(), 'notaio@example.it')).toEqual([])
    await inDays(1)
    for (const address of addresses) {
      const text = await waitForMessage(garbo.visitor(), address)
      expect(text).toContain(checkpoint.note.trimEnd())
      expect(text).toContain(`Eventi: ${checkpoint.treeSize}\nRadice: ${checkpoint.rootHash}`)
      expect(text).toContain(`/api/audit/consistency?from=${checkpoint.treeSize}&to=${checkpoint.treeSize}`)
    }
    await delivered(2)
    await inDays(2)
    await inDays(2)
    await signUpClient(garbo, 'lia')
    const later = await sealed()
    await inDays(3)
    await delivered(4)
    for (const address of addresses) {
      const [last, ...others] = await messagesTo(garbo.visitor(), address)
      expect([last, others.length]).toEqual([expect.stringContaining(`Eventi: ${later.treeSize}`), 1])
    }
  })
})
