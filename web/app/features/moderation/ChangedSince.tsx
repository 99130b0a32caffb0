import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { refresh } from '../../shared/families.ts'
import { moment } from '../../shared/format.ts'
import type { Refused } from '../../shared/refused.ts'
import { texts } from '../../texts.ts'

const { dialog: words } = texts.decisions

interface ChangedSinceProps {
  readonly refusal: Refused | null
  readonly onReload: () => void
}

/** Somebody else changed the matter after it was looked at: what, and a way to look again. */
export function ChangedSince({ refusal, onReload }: ChangedSinceProps) {
  const client = useQueryClient()
  if (refusal?.code !== 'MatterChanged') return null
  const reload = () => {
    void refresh(client, ['moderation'])
    onReload()
  }
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-control bg-danger-soft px-3.5 py-3 text-sm">
      <p className="font-medium text-danger">{words.changedTitle}</p>
      <ul className="list-disc pl-5">
        {refusal.changes.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            {moment(at)}: {what}
          </li>
        ))}
      </ul>
      <Button look="secondary" small onClick={reload}>
        {words.reload}
      </Button>
    </div>
  )
}
