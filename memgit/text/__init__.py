"""Text as it is counted, compared and looked up."""
