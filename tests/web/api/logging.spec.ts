import { Writable } from 'node:stream'
import { InvalidInputError, UniqueIntegrityConstraintViolationError } from 'slonik'
import { describe, expect, it } from 'vitest'
import { apiLogger } from '../../../web/api/logging.ts'

const captureLog = (write: (log: ReturnType<typeof apiLogger>) => void) => {
  let text = ''
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString()
      done()
    },
  })
  write(apiLogger('info', stream))
  return text
}
const err = (message: string, fields: object, cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), fields)

describe('the server log', () => {
  it('records errors with stack and causes', () => {
    const text = captureLog((log) =>
      log.error({ err: err('The outer', { code: 'X1' }, new Error('The inner')) }, 'failed'),
    )
    expect(JSON.parse(text)).toMatchObject({
      msg: 'failed',
      err: { type: 'Error', code: 'X1', message: 'The outer', cause: { message: 'The inner' } },
    })
    expect(text).toContain('logging.spec.ts')
  })

  it.each([
    [
      'a database’s error',
      err('invalid input: "mario@rossi.example"', { severity: 'ERROR', code: '22P02', detail: 'rossi' }),
    ],
    ['a failed statement', err('Query failed near rossi', { sql: "select 'rossi'", values: ['rossi'] })],
    ['an invalid value', new InvalidInputError('invalid input syntax for type uuid: "rossi"')],
    [
      'a violated constraint',
      new UniqueIntegrityConstraintViolationError(
        err('key (email)=(rossi)', { severity: 'ERROR', detail: 'Key (email)=(rossi) already exists.' }),
      ),
    ],
    ['a validation error', err('expected rossi', { name: 'ZodError' })],
    ['a database error as a cause', err('Failed', {}, err('key (email)=(rossi)', { severity: 'ERROR' }))],
    ['an object that is not an error', { message: 'rossi' }],
  ])('contains no value quoted by %s', (_, error) => {
    const text = captureLog((log) => log.error({ err: error }, 'failed'))
    expect(text).not.toContain('rossi')
    expect(text).toContain('"msg":"failed"')
  })

  it('names the type of a database error', () => {
    const text = captureLog((log) => log.error({ err: new InvalidInputError('"rossi"') }, 'failed'))
    expect(JSON.parse(text)).toMatchObject({ err: { type: 'InvalidInputError' } })
  })

  it('redacts values that careless code would log', () => {
    const careless = { email: 'rossi', body: { a: 'rossi' }, request: { headers: 'rossi', password: 'rossi' } }
    const text = captureLog((log) => log.info(careless, 'careless'))
    expect(text).not.toContain('rossi')
  })

  it('cannot be forged with line breaks', () => {
    const text = captureLog((log) => log.error({ err: new Error('a\n{"level":30,"msg":"all is well"}') }, 'failed'))
    expect(text.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(text)).toMatchObject({ msg: 'failed' })
  })
})
