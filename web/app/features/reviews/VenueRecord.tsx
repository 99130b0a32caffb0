import type { DisputeRecord } from '../../../contract/businesses.ts'
import { share } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { hearings: words } = texts

/** How often a venue disputes what is said of it, and how that ended: nobody disputes lightly in public. */
export function VenueRecord({ record: { reviews, opened, won, lost, waiting } }: { readonly record: DisputeRecord }) {
  if (reviews === 0) return null
  const outcome = words.recordOutcome(won, lost, waiting)
  return (
    <p className="text-sm text-muted">
      {opened === 0
        ? words.recordNone
        : `${words.record(reviews, opened, share(opened / reviews))}${outcome === '' ? '' : `: ${outcome}`}.`}
    </p>
  )
}
