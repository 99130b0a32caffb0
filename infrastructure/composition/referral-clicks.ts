import type { Doors } from '../../application/access/doors.ts'
import { countClick } from '../../application/promotion/count-click.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { ApiDeps } from '../../web/api/deps.ts'

/** Rejects when it could not be counted, so that the log says so. */
export const referralClicks =
  (doors: Doors): ApiDeps['referralClick'] =>
  async (followed, correlationId) => {
    const counted = await countClick(doors)(followed, correlationId)()
    if (E.isLeft(counted)) throw new Error(`The click is lost: ${counted.left.type}`)
  }
