import { Pool } from 'pg'
import { rotateMasterKey } from '../../../infrastructure/keyring/master-key-rotation.ts'

/** A rotation to be killed: tells of each batch and goes on when it is told to. */
const [url = '', from = '', to = ''] = process.argv.slice(2)
const nobody = async function* () {
  yield await Promise.resolve([])
}
await rotateMasterKey({
  pool: new Pool({ connectionString: url }),
  from: Buffer.from(from, 'hex'),
  to: Buffer.from(to, 'hex'),
  subjects: nobody,
  batch: 2,
  onBatch: () =>
    new Promise((resolve) => {
      process.once('message', () => resolve())
      process.send?.('batch')
    }),
})
