import type { CaseReplay, CaseView } from '../../../contract/replay.ts'
import { Badge } from '../../components/Badge.tsx'
import { texts } from '../../texts.ts'
import { weightOf } from './moment-words.ts'

const { replay: words, reviews, moderation } = texts

/** The flags there were by then, as the viewer may know them. */
export function FlagsShown({ replay, view }: { readonly replay: CaseReplay; readonly view: CaseView }) {
  if (view.flags.length === 0) return null
  return (
    <ul aria-label={words.flags} className="grid gap-3">
      {view.flags.map(({ flagId, status }) => {
        const flag = replay.flags.find((one) => one.flagId === flagId)
        return flag === undefined ? null : (
          <li key={flagId} className="grid gap-1 rounded-control bg-sunken p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{reviews.flagReasons[flag.reason]}</span>
              <Badge>{moderation.flagStatus[status]}</Badge>
            </p>
            {flag.note !== null && <p className="break-words whitespace-pre-line">{flag.note}</p>}
            {flag.weight !== null && flag.weightVersion !== null && (
              <p className="text-muted">{words.flagWeight(weightOf(flag.weight), flag.weightVersion)}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
