"""Installing the app in several workspaces: who may, and where its tokens are kept."""
