import { Pool } from 'pg'
import { rotateMasterKey } from '../../../infrastructure/keyring/master-key-rotation.ts'

/** A separate process to be killed: rotates the master key, reports each batch and waits before it continues. */
const [url = '', from = '', to = ''] = process.argv.slice(2)
const noSubjects = async function* () {
  yield await Promise.resolve([])
}
await rotateMasterKey({
  pool: new Pool({ connectionString: url }),
  from: Buffer.from(from, 'hex'),
  to: Buffer.from(to, 'hex'),
  subjects: noSubjects,
  batch: 2,
  onBatch: () =>
    new Promise((resolve) => {
      process.once('message', () => resolve())
      process.send?.('batch')
    }),
})
