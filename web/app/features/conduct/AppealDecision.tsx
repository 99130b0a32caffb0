import { useState } from 'react'
import type { Sanction } from '../../../contract/conduct.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { conduct } = texts
const { console: words } = conduct
type Decision = 'APPROVED' | 'REJECTED'

type Appeal = Pick<Sanction, 'id' | 'appealStatus'> & { readonly appealDecisionReason?: string | null }

/** S-15: taken under review, then approved or rejected with a reason (V-60). */
export function AppealDecision({ appeal }: { readonly appeal: Appeal }) {
  const { appealStatus } = appeal
  return appealStatus === 'PENDING' || appealStatus === 'UNDER_REVIEW' ? (
    <Deciding appeal={appeal} />
  ) : (
    <Decided appeal={appeal} />
  )
}

function Decided({ appeal: { appealStatus, appealDecisionReason = null } }: { readonly appeal: Appeal }) {
  return (
    <div className="grid gap-2">
      <p>
        <Badge>{conduct.appealStatus[appealStatus]}</Badge>
      </p>
      {appealDecisionReason !== null && <p className="break-words whitespace-pre-line">{appealDecisionReason}</p>}
    </div>
  )
}

function Deciding({ appeal: { id, appealStatus } }: { readonly appeal: Appeal }) {
  const [decision, choose] = useState<Decision | null>(null)
  const deciding = useWrite('decideSanctionAppeal', {
    refreshes: ['moderation'],
    onDone: (_, { body }) => {
      showToast({ title: body.decision === undefined ? words.taken : words.decided })
      choose(null)
    },
    onRefused: (error, { body }) => {
      if (body.decision === undefined) complain(said(error, words.failed))
    },
  })
  const consider = (what: Decision) => {
    deciding.reset()
    choose(what)
  }
  const params = { id }
  return (
    <div className="flex flex-wrap gap-2">
      {appealStatus === 'PENDING' && (
        <Button
          look="secondary"
          small
          pending={deciding.isPending && decision === null}
          onClick={() => deciding.mutate({ params, body: { status: 'UNDER_REVIEW' } })}
        >
          {words.take}
        </Button>
      )}
      <Button small onClick={() => consider('APPROVED')}>
        {words.approve}
      </Button>
      <Button look="danger" small onClick={() => consider('REJECTED')}>
        {words.reject}
      </Button>
      {decision !== null && (
        <ReasonDialog
          title={words.decideTitle[decision]}
          text={words.decideText[decision]}
          label={words.decideReason}
          maxLength={1000}
          confirm={decision === 'APPROVED' ? words.approve : words.reject}
          pending={deciding.isPending}
          refusal={deciding.error}
          onClose={() => choose(null)}
          onConfirm={(reason) => deciding.mutate({ params, body: { decision, reason } })}
        />
      )}
    </div>
  )
}
