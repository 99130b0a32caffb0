import { useQuery } from '@tanstack/react-query'
import { DefinitionList } from '../../../components/definition-list.tsx'
import { useState } from 'react'
import { type BusinessType, businessTypes } from '../../../../contract/accounts/businesses.ts'
import { completeProfileBody, type OwnProfile } from '../../../../contract/accounts/profile.ts'
import { type Province, provinceInAddress, provinces } from '../../../../contract/accounts/provinces.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card, ProgressBar } from '../../../components/data-display.tsx'
import { Notice, QueryView } from '../../../components/feedback.tsx'
import { Checkbox, PhoneInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { MailLink, TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { settings } from '../../../settings.ts'
import { bindField, blankToUndefined, useForm } from '../../../shared/form.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showToast } from '../../../toasts.ts'
import { useDelayedRedirect } from '../../../shared/use-delayed-redirect.ts'
import { BusinessFields, PhotoFields } from './BusinessFields.tsx'
import { ownProfileQuery } from './queries.ts'
import { componentTexts } from '../../../components/texts.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { profileTexts } from './texts.ts'
import { signInTexts } from '../sign-in/texts.ts'

const basicsSchema = completeProfileBody.pick({
  businessName: true,
  businessType: true,
  location: true,
  province: true,
  phone: true,
  profilePhoto: true,
  businessPhoto: true,
})

/** Delays before redirecting to the dashboard. @rule C-17 */
const redirectDelayMs = { completed: 1_500, alreadyComplete: 2_000 }

export type SetupConsent = 'emailNotifications' | 'smsNotifications' | 'marketingConsent' | 'privacyConsent'

/**
 * Form state of the profile setup.
 * @rule V-72..V-75 fields of the steps
 * @rule S-26 C-35 three steps, sent together at the end
 */
export const useProfileSetup = (profile: OwnProfile) => {
  const [step, setStep] = useState(0)
  const [consents, setConsents] = useState<Readonly<Record<SetupConsent, boolean>>>(initialConsents(profile))
  const form = useForm(initialBasics(profile), basicsSchema, toBody)
  const sending = useApiMutation('completeProfile', {
    invalidates: ['account', 'businesses'],
    onSuccess: () => showToast({ title: profileTexts.setup.done, text: profileTexts.setup.doneText }),
    onError: (error) => {
      form.showFormError(error)
      showToast({ tone: 'bad', title: componentTexts.error, text: profileTexts.setup.failed })
    },
  })
  useDelayedRedirect('/dashboard', sending.isSuccess ? redirectDelayMs.completed : null)
  const isComplete = (index: number) =>
    index === 0 ? form.validate() !== null : index === 2 || consents.privacyConsent
  return {
    step,
    form,
    consents,
    sending: sending.isPending || sending.isSuccess,
    consent: (name: SetupConsent, given: boolean) => setConsents((current) => ({ ...current, [name]: given })),
    back: () => setStep(step - 1),
    next: () => {
      if (isComplete(step)) setStep(step + 1)
      else showToast({ tone: 'bad', title: profileTexts.setup.missingTitle, text: profileTexts.setup.missing })
    },
    finish: () => {
      const body = form.validate()
      const { privacyConsent, ...preferences } = consents
      if (body === null || !privacyConsent)
        showToast({ tone: 'bad', title: profileTexts.setup.incompleteTitle, text: profileTexts.setup.incomplete })
      else sending.mutate({ body: { ...body, ...preferences, privacyConsent } })
    },
  }
}
export type ProfileSetup = ReturnType<typeof useProfileSetup>

/** Values as typed. */
export interface BasicValues {
  readonly businessName: string
  readonly businessType: string
  readonly location: string
  readonly province: string
  readonly phone: string
  readonly profilePhoto: string
  readonly businessPhoto: string
}

/** @rule Q-134 a missing province is taken from the address */
const initialBasics = ({
  businessName,
  businessType,
  location,
  province,
  phone,
  ...photos
}: OwnProfile): BasicValues => ({
  businessName: businessName ?? '',
  businessType: businessType ?? '',
  location: location ?? '',
  province: province ?? provinceInAddress(location ?? '') ?? '',
  phone: phone ?? '',
  profilePhoto: photos.profilePhoto ?? '',
  businessPhoto: photos.businessPhoto ?? '',
})

/** @rule Q-87 only consents given before are ticked */
const initialConsents = ({ emailNotifications, smsNotifications, marketingConsent, privacyConsent }: OwnProfile) => ({
  emailNotifications,
  smsNotifications,
  marketingConsent,
  privacyConsent,
})

/** Blank optional fields become null. @rule V-75 */
const toBody = ({ phone, profilePhoto, businessPhoto, ...required }: BasicValues) => ({
  ...required,
  phone: blankToUndefined(phone) ?? null,
  profilePhoto: blankToUndefined(profilePhoto) ?? null,
  businessPhoto: blankToUndefined(businessPhoto) ?? null,
})

/** First step: basic information. @rule R-89 @rule V-72 V-75 */
function BasicStep({ setup: { form, next } }: { readonly setup: ProfileSetup }) {
  return (
    <Form label={profileTexts.setup.steps[0]} onSubmit={next} errorCount={form.errorCount}>
      <BusinessFields form={form} placeRequired />
      <PhoneInput
        label={profileTexts.phone}
        hint={profileTexts.phoneHint}
        {...limitsOf(basicsSchema, 'phone')}
        {...bindField(form, 'phone')}
      />
      <PhotoFields form={form} />
    </Form>
  )
}

const consentFields: readonly (readonly [SetupConsent, string])[] = [
  ['emailNotifications', profileTexts.setup.emailNotifications],
  ['smsNotifications', profileTexts.setup.smsNotifications],
  ['marketingConsent', profileTexts.setup.marketing],
  ['privacyConsent', profileTexts.setup.privacy],
]

/** Second step: preferences. @rule R-90 @rule V-73 */
function PreferencesStep({ setup: { consents, consent } }: { readonly setup: ProfileSetup }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{profileTexts.setup.steps[1]}</legend>
      {consentFields.map(([name, label]) => (
        <Checkbox
          key={name}
          label={label}
          checked={consents[name]}
          onChange={({ target }) => consent(name, target.checked)}
        />
      ))}
      <p className="text-sm">
        <TextLink to="/privacy-policy">{profileTexts.setup.privacyLink}</TextLink>
      </p>
      <FormAlert text={consents.privacyConsent ? undefined : profileTexts.setup.privacyNeeded} />
    </fieldset>
  )
}

const blankToNull = (text: string) => (text.trim() === '' ? null : text)
const yesOrNo = (given: boolean) => (given ? profileTexts.setup.yes : profileTexts.setup.no)

/** Third step: summary. @rule R-91 */
function SummaryStep({ setup: { form, consents } }: { readonly setup: ProfileSetup }) {
  const { businessName, businessType, location, province, phone } = form.values
  return (
    <DefinitionList
      facts={[
        [signInTexts.register.businessName, blankToNull(businessName)],
        [signInTexts.register.businessType, businessTypes[businessType as BusinessType] ?? null],
        [profileTexts.location, blankToNull(location)],
        [signInTexts.register.province, provinces[province as Province] ?? null],
        [profileTexts.phone, blankToNull(phone)],
        [profileTexts.setup.emailNotifications, yesOrNo(consents.emailNotifications)],
        [profileTexts.setup.smsNotifications, yesOrNo(consents.smsNotifications)],
        [profileTexts.setup.marketing, yesOrNo(consents.marketingConsent)],
        [profileTexts.setup.privacy, yesOrNo(consents.privacyConsent)],
      ]}
    />
  )
}

/** Page /profile/setup. @rule R-88 */
export function ProfileSetupPage() {
  const profile = useQuery(ownProfileQuery)
  return (
    <PageLayout title={profileTexts.setup.title} intro={profileTexts.setup.intro} narrow>
      <QueryView query={profile}>{(data) => <SetupStart profile={data} />}</QueryView>
      <p className="text-sm text-muted">
        {profileTexts.setup.help} <MailLink to={settings.supportEmail}>{profileTexts.setup.support}</MailLink>
      </p>
    </PageLayout>
  )
}

/** Decides by the profile as first loaded, so that completing it does not replace the wizard. */
function SetupStart({ profile }: { readonly profile: OwnProfile }) {
  const [initialProfile] = useState(profile)
  return initialProfile.complete ? <AlreadyComplete /> : <SetupWizard profile={initialProfile} />
}

/** Notice for a complete profile. @rule R-92 */
function AlreadyComplete() {
  useDelayedRedirect('/dashboard', redirectDelayMs.alreadyComplete)
  return (
    <Notice>
      <output>{profileTexts.setup.already}</output>
    </Notice>
  )
}

function SetupWizard({ profile }: { readonly profile: OwnProfile }) {
  const setup = useProfileSetup(profile)
  const { step, sending } = setup
  return (
    <>
      <ProgressBar label={profileTexts.setup.progress} value={step + 1} max={profileTexts.setup.steps.length} />
      <Card title={profileTexts.setup.steps[step] ?? ''}>
        <SetupStep setup={setup} />
        <div className="mt-6 flex flex-wrap justify-between gap-3">
          <Button variant="secondary" disabled={step === 0 || sending} onClick={setup.back}>
            {profileTexts.setup.back}
          </Button>
          {step < profileTexts.setup.steps.length - 1 ? (
            <Button onClick={setup.next}>{profileTexts.setup.next}</Button>
          ) : (
            <Button pending={sending} onClick={setup.finish}>
              {profileTexts.setup.finish}
            </Button>
          )}
        </div>
      </Card>
    </>
  )
}

function SetupStep({ setup }: { readonly setup: ProfileSetup }) {
  if (setup.step === 0) return <BasicStep setup={setup} />
  return setup.step === 1 ? <PreferencesStep setup={setup} /> : <SummaryStep setup={setup} />
}
