import { useQuery } from '@tanstack/react-query'
import { DefinitionList } from '../../../components/definition-list.tsx'
import { useState } from 'react'
import type { OwnProfile } from '../../../../contract/accounts/profile.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { QueryView } from '../../../components/feedback.tsx'
import { Checkbox, CodeInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { useFormMutation } from '../../../shared/form-mutation.ts'
import { bindField } from '../../../shared/form.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { useUser } from '../../../shared/session.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { EditProfileDialog } from './ProfileDialogs.tsx'
import { profileDetailsOf } from './own-profile.tsx'
import { ownProfileQuery } from './queries.ts'
import { profileTexts } from './texts.ts'

/** Form for the code sent to the new address. @rule Q-91 */
export function ConfirmNewEmailCard({ email }: { readonly email: string }) {
  const { form, pending, submit } = useFormMutation('confirmNewEmail', {
    initialValues: { code: '' },
    schema: endpoints.confirmNewEmail.body,
    toInput: (body) => ({ body }),
    invalidates: ['account'],
    successToast: { title: profileTexts.newEmail.done },
    failureText: profileTexts.newEmail.failed,
  })
  return (
    <Card title={profileTexts.newEmail.title}>
      <p className="mb-4 break-words">{profileTexts.newEmail.sent(email)}</p>
      <Form label={profileTexts.newEmail.title} onSubmit={submit} errorCount={form.errorCount}>
        <CodeInput
          label={profileTexts.newEmail.code}
          placeholder={profileTexts.newEmail.placeholder}
          {...limitsOf(endpoints.confirmNewEmail.body, 'code')}
          {...bindField(form, 'code')}
        />
        <FormAlert text={form.formError} />
        <Button type="submit" pending={pending}>
          {profileTexts.newEmail.submit}
        </Button>
      </Form>
      <p className="mt-4 text-sm">
        <TextLink to="/profile/edit">{profileTexts.newEmail.again}</TextLink>
      </p>
    </Card>
  )
}

const preferenceFields = [
  ['emailNotifications', profileTexts.setup.emailNotifications],
  ['smsNotifications', profileTexts.setup.smsNotifications],
  ['marketingConsent', profileTexts.setup.marketing],
] as const

/** @rule Q-114 consents can be withdrawn as easily as given */
export function PreferencesCard({ profile }: { readonly profile: OwnProfile }) {
  const { emailNotifications, smsNotifications, marketingConsent } = profile
  const [chosen, setChosen] = useState({ emailNotifications, smsNotifications, marketingConsent })
  const saving = useApiMutation('updateProfile', {
    invalidates: ['account'],
    onSuccess: () => showToast({ title: profileTexts.preferences.saved }),
    onError: (error) => showErrorToast(errorMessage(error, profileTexts.failed)),
  })
  return (
    <Card title={profileTexts.preferences.title}>
      <p className="mb-4 text-sm text-muted">{profileTexts.preferences.intro}</p>
      <p className="mb-4 text-sm">
        <TextLink to="/notifications/preferences">{profileTexts.preferences.byKind}</TextLink>
      </p>
      <div className="grid gap-4">
        {preferenceFields.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={chosen[name]}
            onChange={({ target }) => setChosen((current) => ({ ...current, [name]: target.checked }))}
          />
        ))}
        <div>
          <Button
            variant="secondary"
            pending={saving.isPending}
            pendingText={profileTexts.saving}
            onClick={() => saving.mutate({ body: { preferences: chosen } })}
          >
            {profileTexts.preferences.save}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Profile of a business on its dashboard. @rule R-51 */
export function ProfileCard() {
  const user = useUser()
  const profile = useQuery(ownProfileQuery)
  return (
    <Card
      title={profileTexts.cardTitle}
      action={<EditProfileDialog label={profileTexts.edit} title={profileTexts.editDialog} />}
    >
      <QueryView query={profile}>{(data) => <DefinitionList facts={profileDetailsOf(data, user)} />}</QueryView>
    </Card>
  )
}
