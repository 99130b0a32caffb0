import { Pool } from 'pg'
import { smtpMessenger } from '../../../infrastructure/messaging/messengers.ts'
import { closedLoop } from '../load.ts'
import { serveTasks, startOptions } from '../subject.ts'
import { newId } from '../workload.ts'
import type { Letter } from './mail-server.ts'

interface BareMailerOptions {
  readonly url: string
  readonly mailUrl: string
}

/** As many as a worker sends at a time. */
const connections = 10

/** Sends messages with nodemailer and stores a row for each; nothing plans, queues or repeats them. */
const { url, mailUrl } = startOptions() as BareMailerOptions
const pool = new Pool({ connectionString: url, max: connections })
const messenger = smtpMessenger({ url: mailUrl, from: 'Garbo <no-reply@example.it>' })
await pool.query('create table sent (id uuid primary key, recipient text not null, sent_at timestamptz not null)')

const sendOne = async (recipient: string, letter: Letter) => {
  const key = newId()
  await messenger.send({ ...letter, channel: 'email', to: `${recipient}@example.it`, key })
  await pool.query('insert into sent (id, recipient, sent_at) values ($1, $2, now())', [key, recipient])
}

const tasks = {
  send: ({ recipients, letter }: { readonly recipients: readonly string[]; readonly letter: Letter }) =>
    closedLoop(connections, { operations: recipients.length }, (nth) => sendOne(recipients[nth] ?? '', letter)),
}
export type BareMailerTasks = typeof tasks

serveTasks(tasks, async () => {
  messenger.close()
  await pool.end()
})
