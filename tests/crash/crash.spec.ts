import { expect, it } from 'vitest'
import { crash } from './rig.ts'

it('nothing is lost or duplicated when Garbo and Postgres are killed under load', async () => {
  const report = await crash(3, () => undefined)
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
}, 300_000)
