import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventStore } from '../../../../application/ports/event-store.ts'
import {
  type ClosedRanges,
  closedRanges,
} from '../../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { writeRangeFile } from '../../../../infrastructure/event-store/postgres/range-file.ts'
import { OperatorError } from '../../../../infrastructure/operator-error.ts'
import { events, ok } from '../../../contract/event-store/test-kit.ts'
import { gate } from '../../../contract/jobs/test-kit.ts'
import { logDatabase, type LogDatabase } from './log-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'garbo-range-files-'))
let database: LogDatabase
let store: EventStore
let ranges: ClosedRanges
let file: string
let files = 0
beforeEach(async () => {
  database = await logDatabase()
  store = database.open()
  ranges = closedRanges(database.pool)
  file = join(folder, `events-${files++}`)
  await ok(store.append('review-1', 'none', events(20)))
  await ranges.close(20)
  return () => database.drop()
})
afterAll(() => rmSync(folder, { recursive: true }))

const drafts = () => readdirSync(folder).filter((name) => name.endsWith('.part'))

describe('a file of detached events', () => {
  it('is never shared by two installations that write to the same name at the same time', async () => {
    const written = gate()
    async function* slowPages() {
      await written.passed
      yield [[1, '{}', '{}'] as const]
    }
    const slow = writeRangeFile(file, { first: 1, last: 1, events: 1 }, slowPages())
    await vi.waitUntil(() => drafts().length === 1)
    await ranges.detach(1, file)
    written.open()
    await expect(slow).rejects.toThrow(new OperatorError(`${file} already exists.`))
    expect(drafts()).toEqual([])
    await ranges.attach(file)
    expect(await ok(store.read('review-1'))).toHaveLength(20)
  })

  it('that cannot be written is named, and the range stays', async () => {
    const missing = join(folder, 'missing', 'file')
    await expect(ranges.detach(1, missing)).rejects.toThrow(`${missing} cannot be written: ENOENT`)
    expect(await ranges.list()).toMatchObject([{ isDetached: false }])
  })

  it.each([
    ['a header cut off', '{"format":"garbo-log-range-1","first":1,"la', 'is not a file of detached events.'],
    ['words as positions', '{"format":"garbo-log-range-1","first":"Mario","last":20,"events":20}', 'is not a file of'],
    ['a position missing', '{"format":"garbo-log-range-1","first":1,"events":20}', 'is not a file of detached events.'],
    [
      'an event that is no JSON',
      '{"format":"garbo-log-range-1","first":1,"last":20,"events":20}\nMario Rossi',
      'is damaged.',
    ],
    ['no text at all', '', 'is not a file of detached events.'],
  ])('with %s is refused in one sentence, and changes nothing', async (_, text, reason) => {
    await ranges.detach(1, file)
    const damaged = `${file}-damaged`
    writeFileSync(damaged, gzipSync(text === '' ? '' : `${text}\n`))
    const refusal: unknown = await ranges.attach(damaged).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(OperatorError)
    expect(String(refusal)).toContain(`${damaged} ${reason}`)
    expect(String(refusal)).not.toMatch(/Mario|JSON/)
    expect(await ranges.list()).toMatchObject([{ isDetached: true }])
    await ranges.attach(file)
    expect(await ok(store.read('review-1'))).toHaveLength(20)
  })

  it.each([
    ['while it was written', () => [`${file}.0123456789ab.part`]],
    ['by an earlier version, before anything was written', () => [file]],
  ])('is written by the next attempt if one was killed %s', async (_, leftBehind) => {
    for (const name of leftBehind()) writeFileSync(name, '')
    const before = drafts()
    await ranges.detach(1, file)
    expect(drafts()).toEqual(before)
    await ranges.attach(file)
    expect(await ok(store.read('review-1'))).toHaveLength(20)
  })

  it('is used by the next attempt if one was killed after it was written', async () => {
    await ranges.detach(1, file)
    await ranges.attach(file)
    const written = readFileSync(file)
    expect(await ranges.detach(1, file)).toMatchObject({ isDetached: true })
    expect(readFileSync(file)).toEqual(written)
    await ranges.attach(file)
    expect(await ok(store.read('review-1'))).toHaveLength(20)
  })

  it('is not overwritten or used if it has other contents', async () => {
    await ranges.detach(1, file)
    await ranges.attach(file)
    const changed = gzipSync(gunzipSync(readFileSync(file)).toString('utf8').replace('"n\\":1', '"n\\":2'))
    for (const contents of [changed, Buffer.from('a letter')]) {
      writeFileSync(file, contents)
      await expect(ranges.detach(1, file)).rejects.toThrow(new OperatorError(`${file} already exists.`))
      expect(readFileSync(file)).toEqual(contents)
    }
    expect(await ranges.list()).toMatchObject([{ isDetached: false }])
  })
})
