import type { DisputeReason } from '../../../contract/flags-disputes.ts'
import { texts } from '../../texts.ts'

const { hearings: words } = texts

/** What helps to decide a dispute on this ground; nothing while none is chosen. */
export function ProofList({ reason }: { readonly reason: string }) {
  return (
    <div aria-live="polite">
      {isReason(reason) && (
        <div className="grid gap-1.5 rounded-control bg-sunken p-3 text-sm">
          <p className="font-medium">{words.proofTitle}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {words.proof[reason].map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const isReason = (reason: string): reason is DisputeReason => Object.hasOwn(words.proof, reason)
