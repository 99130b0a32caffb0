import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { showToast } from '../../components/toast.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { console: words } = texts.conduct

export function LiftSanction({ sanctionId }: { readonly sanctionId: string }) {
  const [asking, ask] = useState(false)
  const lifting = useWrite('liftSanction', {
    refreshes: ['moderation'],
    onDone: () => {
      showToast({ title: words.liftDone })
      ask(false)
    },
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
          maxLength={1000}
          confirm={words.lift}
          pending={lifting.isPending}
          refusal={lifting.error}
          onClose={() => ask(false)}
          onConfirm={(reason) => lifting.mutate({ params: { id: sanctionId }, body: { isActive: false, reason } })}
        />
      )}
    </>
  )
}
