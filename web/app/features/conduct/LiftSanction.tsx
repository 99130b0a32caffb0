import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const { console: words } = texts.conduct

export function LiftSanction({ sanctionId }: { readonly sanctionId: string }) {
  const [asking, ask] = useState(false)
  const lifting = useWrite('liftSanction', {
    refreshes: ['moderation'],
    onDone: () => {
      showToast({ title: words.liftDone })
      ask(false)
    },
    onRefused: (error) => complain(said(error, words.failed)),
  })
  return (
    <>
      <Button look="secondary" small onClick={() => ask(true)}>
        {words.lift}
      </Button>
      {asking && (
        <ReasonDialog
          title={words.liftTitle}
          text={words.liftText}
          label={words.liftReason}
          confirm={words.lift}
          error={lifting.error?.fields['reason']}
          pending={lifting.isPending}
          onClose={() => ask(false)}
          onConfirm={(reason) => lifting.mutate({ params: { id: sanctionId }, body: { isActive: false, reason } })}
        />
      )}
    </>
  )
}
