import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { texts } from '../../../texts.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { deletionEligibility } from './deletion.queries.ts'
import { useDeletion } from './deletion-form.ts'
import { OverviewStep } from './OverviewStep.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { CompletedStep, ProcessingStep } from './LastSteps.tsx'
import { Steps } from './Steps.tsx'

const { deletion: words } = texts

/** R-95..R-100 */
export function AccountDeletionScreen() {
  const eligibility = useQuery(deletionEligibility)
  return (
    <Screen title={words.title} intro={words.intro} narrow>
      <Loaded query={eligibility}>
        {({ canDelete, reason }) => (canDelete ? <Wizard /> : <Blocked reason={reason} />)}
      </Loaded>
    </Screen>
  )
}

function Wizard() {
  const deletion = useDeletion()
  const { step, setStep } = deletion
  return (
    <>
      <Steps step={step} />
      {step === 'overview' && <OverviewStep onNext={() => setStep('preview')} />}
      {step === 'preview' && <PreviewStep onBack={() => setStep('overview')} onNext={() => setStep('confirm')} />}
      {step === 'confirm' && <ConfirmStep deletion={deletion} />}
      {step === 'processing' && <ProcessingStep />}
      {step === 'completed' && <CompletedStep />}
    </>
  )
}

/** */
function Blocked({ reason }: { readonly reason: string | null }) {
  return (
    <ErrorState
      title={words.blocked.title}
      text={reason ?? words.blocked.reason}
      action={<LinkButton to="/profile">{words.blocked.back}</LinkButton>}
    />
  )
}
