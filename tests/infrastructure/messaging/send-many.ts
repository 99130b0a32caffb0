import { newId, systemClock } from '../../../infrastructure/clock-and-ids.ts'
import { devMailbox } from '../../../infrastructure/messaging/messengers.ts'

/** A separate process: `node send-many.ts FILE NAME COUNT` sends COUNT messages of one name and COUNT shared ones. */
const [, , file = '', name = '', count = '0'] = process.argv
const { send } = devMailbox({ file, clock: systemClock(), newId })
const to = 'giulia@example.it'
for (let n = 0; n < Number(count); n++) {
  await send({ channel: 'email', to, subject: `${name} ${n}`, text: '…', key: `${name}-${n}` })
  await send({ channel: 'sms', to: '+39061234567', subject: '', text: `codice ${n}`, key: `shared-${n}` })
}
