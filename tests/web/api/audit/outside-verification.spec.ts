import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockOf, runScript, type SavedAnswers } from '../../../support/audit/audit-guide.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rita: Awaited<ReturnType<typeof signUpStaff>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  await signUpBusiness(garbo, 'rosa')
  await signUpClient(garbo, 'ana')
  rita = await signUpStaff(garbo, 'rita', 'REVISORE')
})
afterAll(() => garbo.stop())

interface Checkpoint {
  readonly treeSize: number
}
const checkpoints = async () =>
  (await garbo.visitor().get('/api/audit/checkpoints?limit=1')).body as readonly Checkpoint[]

const firstEvent = async () => {
  const { body } = await rita.browser.get('/api/audit/search?category=account')
  return (body as { readonly items: readonly { readonly id: string }[] }).items.at(-1)?.id
}

/** The answers that the page fetches with curl, for an event of an account. */
const fetchAnswers = async (): Promise<SavedAnswers & { readonly proof: { readonly leaf: string } }> => {
  const [visitor, newest] = [garbo.visitor(), await checkpoints()]
  const size = newest[0]?.treeSize
  const eventId = await firstEvent()
  return {
    keys: (await visitor.get('/api/audit/keys')).body,
    checkpoints: newest,
    consistency: (await visitor.get(`/api/audit/consistency?from=3&to=${size}`)).body,
    proof: (await rita.browser.get(`/api/audit/proofs/${eventId}?size=${size}`)).body as { readonly leaf: string },
  }
}

it('D-15: the script of docs/audit.md accepts the answers of a running Garbo, and no changed event', async () => {
  await expect.poll(async () => (await checkpoints())[0]?.treeSize ?? 0, { timeout: 15_000 }).toBeGreaterThan(3)
  await expect.poll(firstEvent, { timeout: 15_000 }).toBeTruthy()
  const answers = await fetchAnswers()
  expect(runScript(answers)).toBe(blockOf('A script', 'text'))
  const { proof } = answers
  const forged = { ...proof, leaf: proof.leaf.replace('"stream":', '"stream" :') }
  expect(runScript({ ...answers, proof: forged })).toContain('DOES NOT HOLD: the event is in the log')
})
