import { TE } from '../../domain/kernel/fp.ts'
import { romeDay, startOfRomeDay } from '../../domain/kernel/italian-calendar.ts'
import type { JobQueue, JobServices } from '../jobs.ts'
import type { AppFailure, Result } from '../use-case.ts'
import { anchorEmail } from './emails.it.ts'

const queue = 'anchors'

type AnchorServices = Pick<JobServices, 'services' | 'outbox' | 'checkpointAnchors'>

/**
 * Sends the last checkpoint of the past days to the configured addresses: once, and none if there is no later one than the
 * last that was sent.
 *
 * @rule D-15
 */
export const anchorCheckpoint = ({ services, outbox, checkpointAnchors }: AnchorServices): Result<void> => {
  const { recipients } = checkpointAnchors
  const send = async () => {
    const checkpoint = await checkpointAnchors.due(startOfRomeDay(romeDay(services.clock())))
    if (checkpoint === null) return
    const { treeSize } = checkpoint
    // the outbox keeps one job for each key, should this process end before it notes that they were sent
    const jobs = recipients.map(({ id: recipient }) => ({
      queue,
      name: 'send',
      key: `anchor-${treeSize}-${recipient}`,
      data: { treeSize, recipient },
    }))
    await outbox.add(jobs)
    await checkpointAnchors.sent(treeSize)
  }
  return recipients.length === 0 ? TE.right(undefined) : TE.tryCatch(send, unavailable)
}

const unavailable = (cause: unknown): AppFailure => ({ type: 'Unavailable', cause })

/** Sends one checkpoint to one address, unless the operator has removed it since. */
export const anchorQueue: JobQueue = {
  handler:
    ({ checkpointAnchors, messenger }) =>
    async ({ key, data: { treeSize, recipient } }) => {
      const to = checkpointAnchors.recipients.find(({ id }) => id === recipient)
      const checkpoint = to && (await checkpointAnchors.checkpoint(Number(treeSize)))
      if (to === undefined || !checkpoint) return
      await messenger.send({ ...anchorEmail(to.address, checkpoint), key })
    },
}
