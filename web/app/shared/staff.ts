import type { User } from '../../contract/user.ts'

/** Who may open the moderators' console; the server asks again at every call. */
export const isModerator = (user: User) => user.staffRoles.includes('MODERATORE') || isAdmin(user)

export const isAdmin = ({ staffRoles }: User) => staffRoles.includes('ADMIN')
