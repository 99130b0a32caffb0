import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '../../../../contract/sessions.ts'
import { Badge } from '../../../components/Badge.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { longDate, moment } from '../../../shared/format.ts'
import { said } from '../../../shared/refused.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { EndSession } from './EndSession.tsx'
import { ownSessions } from './sessions.queries.ts'

const { sessions: words } = texts

/** Where the account is open, and how to close it there. */
export function OwnSessions() {
  return (
    <div className="grid gap-4">
      <p className="text-muted">{words.intro}</p>
      <Loaded query={useQuery(ownSessions)} rows={2} failed={words.failed} empty={<EmptyState text={words.empty} />}>
        {(list) => (
          <>
            <ul className="grid gap-3">
              {list.map((one) => (
                <OneSession key={one.id} session={one} />
              ))}
            </ul>
            {list.some(({ current }) => !current) && <EndOthers />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function OneSession({ session: { id, device, createdAt, lastUsedAt, current } }: { readonly session: OwnSession }) {
  const name = device ?? words.unknownDevice
  const ending = useWrite('endSession', {
    refreshes: ['sessions'],
    onDone: () => showToast({ title: words.ended }),
    onRefused: (error) => complain(said(error, words.endFailed)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0 last:pb-0">
      <div className="grid min-w-0">
        <span className="font-medium break-words">{name}</span>
        <span className="text-sm text-muted">{words.opened(longDate(createdAt))}</span>
        <span className="text-sm text-muted">{words.used(moment(lastUsedAt))}</span>
      </div>
      {current ? (
        <Badge tone="good">{words.current}</Badge>
      ) : (
        <EndSession
          says={words.end}
          called={words.endOne(name)}
          title={words.endTitle}
          text={words.endText(name)}
          pending={ending.isPending}
          onConfirm={() => ending.mutate({ params: { id } })}
        />
      )}
    </li>
  )
}

function EndOthers() {
  const ending = useWrite('endOtherSessions', {
    refreshes: ['sessions'],
    onDone: () => showToast({ title: words.othersEnded }),
    onRefused: (error) => complain(said(error, words.endFailed)),
  })
  return (
    <div>
      <EndSession
        says={words.endOthers}
        title={words.endOthersTitle}
        text={words.endOthersText}
        pending={ending.isPending}
        onConfirm={() => ending.mutate({})}
      />
    </div>
  )
}
