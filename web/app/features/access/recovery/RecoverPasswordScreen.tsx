import { useState } from 'react'
import { ChoiceStep, type Choice } from './ChoiceStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { TemporarySent } from './TemporarySent.tsx'

type PhoneStepName = 'phone' | 'alternate-phone'

/** Where one is (S-07), with what is known by then. */
type Place =
  | { readonly step: 'choice'; readonly chosen: Partial<Choice> }
  | { readonly step: PhoneStepName; readonly choice: Choice }
  | { readonly step: 'email'; readonly choice: Choice; readonly known: string | null; readonly from: PhoneStepName }
  | { readonly step: 'password'; readonly email: string; readonly before: Extract<Place, { readonly step: 'email' }> }
  | { readonly step: 'sent'; readonly choice: Choice; readonly email: string }

/** Five steps back into an account (R-20, R-25..R-29). */
export function RecoverPasswordScreen() {
  const [place, go] = useState<Place>({ step: 'choice', chosen: {} })
  switch (place.step) {
    case 'choice':
      return <ChoiceStep chosen={place.chosen} onChosen={(choice) => go({ step: 'phone', choice })} />
    case 'phone':
    case 'alternate-phone': {
      const { step, choice } = place
      const back: Place = step === 'phone' ? { step: 'choice', chosen: choice } : { step: 'phone', choice }
      return (
        <PhoneStep
          key={step}
          type={choice.type}
          alternate={step === 'alternate-phone'}
          onSent={(known) => go({ step: 'email', choice, known, from: step })}
          onUnknown={() => go({ step: 'alternate-phone', choice })}
          onBack={() => go(back)}
        />
      )
    }
    case 'email': {
      const { choice, known, from } = place
      return (
        <EmailStep
          choice={choice}
          known={known}
          onCodeSent={(email) => go({ step: 'password', email, before: place })}
          onTemporarySent={(email) => go({ step: 'sent', choice, email })}
          onBack={() => go({ step: from, choice })}
        />
      )
    }
    case 'password':
      return <NewPasswordStep type={place.before.choice.type} email={place.email} onBack={() => go(place.before)} />
    case 'sent':
      return <TemporarySent type={place.choice.type} email={place.email} />
  }
}
