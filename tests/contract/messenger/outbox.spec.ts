import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../infrastructure/clock.ts'
import { newId } from '../../../infrastructure/ids.ts'
import { outboxMessenger } from '../../../infrastructure/messages/outbox-messenger.ts'
import { messengerContract, type Receiver } from './messenger.contract.ts'

const open = (): Promise<Receiver> => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-letters-'))
  const messenger = outboxMessenger({ file: join(folder, 'home', 'outbox.jsonl'), clock: systemClock(), newId })
  return Promise.resolve({
    messenger,
    arrived: async () => (await messenger.list()).toReversed().map(({ to, text }) => ({ to, text })),
    breakDown: () => Promise.resolve(writeFileSync(join(folder, 'home'), 'a file where a folder should be')),
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  })
}

messengerContract('email', open)
messengerContract('sms', open)
