import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, systemClock } from '../../../infrastructure/clock-and-ids.ts'
import { devMailbox } from '../../../infrastructure/messaging/messengers.ts'
import { messengerContract, type MessengerUnderTest } from './messenger.contract.ts'

const open = (): Promise<MessengerUnderTest> => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-messages-'))
  const messenger = devMailbox({ file: join(folder, 'home', 'outbox.jsonl'), clock: systemClock(), newId })
  return Promise.resolve({
    messenger,
    delivered: async () => (await messenger.list()).toReversed().map(({ to, text }) => ({ to, text })),
    breakDown: () => Promise.resolve(writeFileSync(join(folder, 'home'), 'a file where a folder should be')),
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  })
}

messengerContract('email', open)
messengerContract('sms', open)
