import { describe, expect, it } from 'vitest'
import { anchorCheckpoint, anchorQueue } from '../../../application/audit/anchor.ts'
import type { SignedCheckpoint } from '../../../application/audit/ports.ts'
import type { JobServices } from '../../../application/jobs.ts'
import type { Job } from '../../../application/ports/jobs.ts'

const checkpoint: SignedCheckpoint = {
  treeSize: 7,
  rootHash: 'ab'.repeat(32),
  at: '2026-11-08T22:30:00.000Z',
  signature: '',
  keyId: '',
  note: 'garbo.example\n7\nAA==\n\n— garbo.example AA==\n',
  cosignatures: [],
}

/** Runs the nightly job and the queue on services in memory. */
const anchorServices = (due: SignedCheckpoint | null) => {
  const [asked, added, noted, messages] = [[] as string[], [] as Job[], [] as number[], [] as { to: string }[]]
  const services = {
    services: { clock: () => '2026-11-09T23:05:00.000Z' },
    outbox: { add: async (jobs: readonly Job[]) => void added.push(...jobs) },
    messenger: { send: async (message: { to: string }) => void messages.push(message) },
    checkpointAnchors: {
      recipients: [{ id: 'a1', address: 'notaio@example.it' }],
      due: async (before: string) => (asked.push(before), due),
      sent: async (treeSize: number) => void noted.push(treeSize),
      checkpoint: async () => checkpoint,
    },
  } as unknown as JobServices
  return { services, asked, added, noted, messages }
}

describe('the nightly job that sends it (D-15)', () => {
  it('takes the last checkpoint before midnight in Italy, under a key that a second run repeats', async () => {
    const { services, asked, added, noted } = anchorServices(checkpoint)
    await anchorCheckpoint(services)()
    await anchorCheckpoint(services)()
    expect(asked).toEqual(['2026-11-09T23:00:00.000Z', '2026-11-09T23:00:00.000Z'])
    expect(new Set(added.map(({ key }) => key))).toEqual(new Set(['anchor-7-a1']))
    expect(JSON.stringify(added)).not.toContain('@')
    expect(noted).toEqual([7, 7])
  })

  it('does nothing without a new checkpoint', async () => {
    const { services, added, noted } = anchorServices(null)
    await anchorCheckpoint(services)()
    expect([added, noted]).toEqual([[], []])
  })

  it('names the Italian day and does not write to an address that the operator has removed', async () => {
    const { services, messages } = anchorServices(checkpoint)
    const send = (recipient: string) =>
      anchorQueue.handler(services)({ name: 'send', key: 'k', attempt: 1, data: { treeSize: 7, recipient } })
    await send('a1')
    await send('removed')
    expect(messages).toEqual([
      expect.objectContaining({
        to: 'notaio@example.it',
        subject: 'Checkpoint dell’8 novembre 2026 del registro di garbo.example',
        key: 'k',
      }),
    ])
  })
})
