### The pages of moderation: reporting, and what moderators see.
