import { systemClock } from '../../../infrastructure/clock.ts'
import { newId } from '../../../infrastructure/ids.ts'
import { outboxMessenger } from '../../../infrastructure/messages/outbox-messenger.ts'

/** Another process that sends: `node send-many.ts FILE NAME COUNT`; every message of its own, and each a shared one. */
const [, , file = '', name = '', count = '0'] = process.argv
const { send } = outboxMessenger({ file, clock: systemClock(), newId })
const to = 'giulia@example.it'
for (let n = 0; n < Number(count); n++) {
  await send({ channel: 'email', to, subject: `${name} ${n}`, text: '…', key: `${name}-${n}` })
  await send({ channel: 'sms', to: '+39061234567', subject: '', text: `codice ${n}`, key: `shared-${n}` })
}
