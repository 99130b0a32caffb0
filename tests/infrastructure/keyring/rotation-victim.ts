import { Pool } from 'pg'
import { rotateMasterKey } from '../../../infrastructure/keyring/master-key-rotation.ts'

/** A rotation to be killed: reports each batch and waits before it continues. */
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
