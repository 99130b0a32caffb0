import { useQuery } from '@tanstack/react-query'
import type { Programme } from '../../../contract/affiliate.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { percent } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { programmes } from './affiliate.queries.ts'
import { NewProgramme } from './NewProgramme.tsx'

const words = texts.affiliate.programs

/** */
export function Programmes() {
  const own = useQuery(programmes)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <Card title={words.listTitle}>
        <Loaded query={own} failed={words.loadFailed} empty={<EmptyState text={words.empty} />}>
          {(list) => (
            <ul className="grid gap-4">
              {list.map((programme) => (
                <Entry key={programme.id} programme={programme} />
              ))}
            </ul>
          )}
        </Loaded>
        <p className="mt-4 text-sm text-muted">{words.rule}</p>
      </Card>
      <Card title={words.formTitle}>
        <NewProgramme />
      </Card>
    </div>
  )
}

function Entry({ programme }: { readonly programme: Programme }) {
  const { programName, description, commissionRate, cookieDuration, isActive } = programme
  return (
    <li className="grid min-w-0 gap-1 border-b border-line pb-4 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 font-semibold break-words">{programName}</h3>
        <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? words.active : words.replaced}</Badge>
      </div>
      {description !== null && <p className="break-words text-muted">{description}</p>}
      <p className="text-sm">
        {words.commission(percent(commissionRate))} · {words.cookie(cookieDuration)}
      </p>
    </li>
  )
}
