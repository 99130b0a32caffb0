import { describe, expect, it } from 'vitest'
import { blockOf, runCommands, runScript, type SavedAnswers } from './support/audit/audit-guide.ts'
import { workedExample } from './support/audit/worked-example.ts'

const [checkpoint] = workedExample.checkpoints
const { proof, consistency } = workedExample
const withCheckpoint = (change: Partial<NonNullable<typeof checkpoint>>): SavedAnswers => ({
  ...workedExample,
  checkpoints: [{ ...checkpoint, ...change }],
})
const failures = (answers: SavedAnswers) =>
  runScript(answers)
    .split('\n')
    .filter((line) => !line.startsWith('holds: '))
    .map((line) => line.replace('DOES NOT HOLD: ', ''))
    .filter((line) => line !== '')

describe('D-15: the worked example of docs/audit.md', () => {
  it.each([
    ['Worked example', 'keys'],
    ['The checkpoint', 'checkpoints'],
    ['The inclusion proof', 'proof'],
    ['The consistency proof', 'consistency'],
  ] as const)('“%s” has the values that Garbo computes', (heading, name) =>
    expect(JSON.parse(blockOf(heading, 'json'))).toEqual(workedExample[name]),
  )

  it('is verified by OpenSSL, as the page says', () => {
    const printed = runCommands(workedExample)
    expect(printed).toBe(blockOf('By hand', 'text'))
    expect(printed.split('\n')).toEqual([proof.leafHash, proof.rootHash, 'Signature Verified Successfully', ''])
  })

  it('is verified by the script, as the page says', () => {
    expect(runScript(workedExample)).toBe(blockOf('A script', 'text'))
    expect(failures(workedExample)).toEqual([])
  })
})

describe('D-15: the script of docs/audit.md', () => {
  const [signed, sized, included, consistent] = [
    'the checkpoint is signed by a published key',
    'the proof is for the size of the checkpoint',
    'the event is in the log',
    'the log begins with the earlier one',
  ]
  const swapped = [...proof.path].toReversed()

  it.each<readonly [string, SavedAnswers, readonly string[]]>([
    [
      'a changed event',
      { ...workedExample, proof: { ...proof, leaf: proof.leaf.replace('"r1"', '"r2"') } },
      [included],
    ],
    ['another index', { ...workedExample, proof: { ...proof, leafIndex: 3 } }, [included]],
    ['an index outside the tree', { ...workedExample, proof: { ...proof, leafIndex: 7 } }, [included]],
    ['a path in another order', { ...workedExample, proof: { ...proof, path: swapped } }, [included]],
    ['a shorter path', { ...workedExample, proof: { ...proof, path: proof.path.slice(1) } }, [included]],
    ['another size', { ...workedExample, proof: { ...proof, treeSize: 8 } }, [sized]],
    ['no key', { ...workedExample, keys: [] }, [signed]],
    ['a changed note', withCheckpoint({ note: checkpoint?.note.replace('garbo', 'barbo') ?? '' }), [signed]],
    [
      'another earlier root',
      { ...workedExample, consistency: { ...consistency, fromRoot: proof.leafHash } },
      [consistent],
    ],
    ['another earlier size', { ...workedExample, consistency: { ...consistency, from: 4 } }, [consistent]],
    [
      'a longer path between the checkpoints',
      { ...workedExample, consistency: { ...consistency, path: [...consistency.path, proof.leafHash] } },
      [consistent],
    ],
  ])('rejects %s', (_, answers, expected) => {
    expect(failures(answers)).toEqual(expected)
  })

  it('rejects another log of the same size', () => {
    const other = { ...consistency, from: 7, fromRoot: proof.leafHash, path: [] }
    expect(failures({ ...workedExample, consistency: other })).toEqual([consistent])
  })
})
