import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnProfile } from '../../../../contract/profile.ts'
import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { MailLink } from '../../../components/MailLink.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Progress } from '../../../components/Progress.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { settings } from '../../../settings.ts'
import { texts } from '../../../texts.ts'
import { ownProfile } from '../profile.queries.ts'
import { BasicStep } from './BasicStep.tsx'
import { PreferencesStep } from './PreferencesStep.tsx'
import { useLeaveFor } from '../leave-for.ts'
import { afterwardsMs, useSetup, type Setup } from './setup-form.ts'
import { SummaryStep } from './SummaryStep.tsx'

const { setup: words } = texts.profile

/** */
export function SetupScreen() {
  const profile = useQuery(ownProfile)
  return (
    <Screen title={words.title} intro={words.intro} narrow>
      <Loaded query={profile}>{(data) => <Begun profile={data} />}</Loaded>
      <p className="text-sm text-muted">
        {words.help} <MailLink to={settings.supportEmail}>{words.support}</MailLink>
      </p>
    </Screen>
  )
}

/** What counts is how the profile was when somebody came here: completing it does not send the wizard away. */
function Begun({ profile }: { readonly profile: OwnProfile }) {
  const [was] = useState(profile)
  return was.complete ? <AlreadyComplete /> : <Wizard profile={was} />
}

/** */
function AlreadyComplete() {
  useLeaveFor('/dashboard', afterwardsMs.already)
  return (
    <Notice>
      <output>{words.already}</output>
    </Notice>
  )
}

function Wizard({ profile }: { readonly profile: OwnProfile }) {
  const setup = useSetup(profile)
  const { step, sending } = setup
  return (
    <>
      <Progress label={words.progress} have={step + 1} need={words.steps.length} />
      <Card title={words.steps[step] ?? ''}>
        <Step setup={setup} />
        <div className="mt-6 flex flex-wrap justify-between gap-3">
          <Button look="secondary" disabled={step === 0 || sending} onClick={setup.back}>
            {words.back}
          </Button>
          {step < words.steps.length - 1 ? (
            <Button onClick={setup.next}>{words.next}</Button>
          ) : (
            <Button pending={sending} onClick={setup.finish}>
              {words.finish}
            </Button>
          )}
        </div>
      </Card>
    </>
  )
}

function Step({ setup }: { readonly setup: Setup }) {
  if (setup.step === 0) return <BasicStep setup={setup} />
  return setup.step === 1 ? <PreferencesStep setup={setup} /> : <SummaryStep setup={setup} />
}
