"""The world around one question as its trace has it, so that the stages run again without any."""
